"""Counts of finished chunks on disk: written atomically, checksummed, found again by a resume."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np


class Store:
    """The chunk files of one run.

    A file's name holds what it counts and the digest of its bytes, so a damaged or foreign file is
    recognised; whatever is not intact is played again.
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

    def write(self, group: int, chunk: tuple[int, int], arrays: Mapping[str, Any]) -> None:
        """Keep the counts of a chunk."""
        self.folder.mkdir(parents=True, exist_ok=True)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays)
        content = buffer.getvalue()
        name = f"{_stem(group, chunk)}-{_digest(content)}.npz"
        write_atomically(self.folder / name, content)


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
