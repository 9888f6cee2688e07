"""Counts of finished chunks on disk: written atomically, checksummed, found again by a resume."""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np


class Store:
    """The chunk files of one run.

    A file's name holds what it counts and the digest of its bytes, so a damaged or foreign file is
    recognised; whatever is not intact is played again.  A chunk that was played in pieces has a file
    for each of them until it is whole.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damaged: list[str] = []

    def names(self) -> list[str]:
        """Names of all chunk files, sorted."""
        return sorted(path.name for path in self.folder.glob("*.npz"))

    def read(self, group: int, chunk: tuple[int, int]) -> dict[str, Any] | None:
        """Counts of a chunk (first match, matches) of a group, None if it is not there intact."""
        stem = _stem(group, chunk)
        for path in self.folder.glob(f"{stem}-*.npz"):
            try:
                content = path.read_bytes()
            except OSError:  # a folder of that name, a file of another user
                content = b""
            if path.name == f"{stem}-{_digest(content)}.npz":
                with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
                    return dict(arrays)
            self.damaged.append(path.name)
            with suppress(OSError):
                path.unlink()
        return None

    def pieces(
        self, group: int, chunk: tuple[int, int]
    ) -> Iterator[tuple[int, int, dict[str, Any] | None]]:
        """Yield the stretches of a chunk in order: first match, matches, counts if they are kept."""
        whole = self.read(group, chunk)
        if whole is not None:
            yield (*chunk, whole)
            return
        at, end = chunk[0], sum(chunk)
        for first, matches in self._inside(group, chunk):
            arrays = self.read(group, (first, matches)) if at <= first else None
            if arrays is None:
                continue
            if at < first:
                yield at, first - at, None
            yield first, matches, arrays
            at = first + matches
        if at < end:
            yield at, end - at, None

    def gather(self, group: int, chunk: tuple[int, int], arrays: Mapping[str, Any]) -> None:
        """Keep a chunk that is whole in one file, not in pieces."""
        pieces = [piece for piece in self._inside(group, chunk) if piece != chunk]
        if pieces and not list(self.folder.glob(f"{_stem(group, chunk)}-*.npz")):
            self.write(group, chunk, arrays)
        for piece in pieces:
            for path in self.folder.glob(f"{_stem(group, piece)}-*.npz"):
                with suppress(OSError):
                    path.unlink()

    def _inside(self, group: int, chunk: tuple[int, int]) -> list[tuple[int, int]]:
        """What there are files of within a chunk: first match, matches; the longest first."""
        found = (re.match(rf"{group:04d}-(\d+)-(\d+)-\w+\.npz$", name) for name in self.names())
        kept = [(int(name[1]), int(name[2])) for name in found if name]
        inside = {k for k in kept if chunk[0] <= k[0] and sum(k) <= sum(chunk)}
        return sorted(inside, key=lambda k: (k[0], -k[1]))

    def write(self, group: int, chunk: tuple[int, int], arrays: Mapping[str, Any]) -> None:
        """Keep the counts of a chunk."""
        self.folder.mkdir(parents=True, exist_ok=True)
        content = _packed(arrays)
        name = f"{_stem(group, chunk)}-{_digest(content)}.npz"
        write_atomically(self.folder / name, content)


def _packed(arrays: Mapping[str, Any]) -> bytes:
    """What `np.savez_compressed` makes, in half the time: counts are mostly zeros."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)
    return buffer.getvalue()


def visible(folder: Path) -> list[str]:
    """Names in a folder, without drafts and other hidden files."""
    return [p.name for p in folder.iterdir() if p.name[0] != "."] if folder.is_dir() else []


def write_atomically(path: Path, content: bytes | str) -> None:
    """Write a file whole or not at all; text as UTF-8, what no encoding holds as an escape."""
    if isinstance(content, str):
        content = content.encode(errors="backslashreplace")
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        error.filename = path  # a disk that is full does not say where
        raise
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _stem(group: int, chunk: tuple[int, int]) -> str:
    return f"{group:04d}-{chunk[0]:013d}-{chunk[1]}"


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()
