"""Where compiled code is kept: a folder named by the digest of the simulation sources.

numba notices an edit only in the file of the cached function itself, so a kernel would go on
calling yesterday's rules (numba issues 8359, 8396).  A folder for each digest cannot go stale.
"""

import atexit
import errno
import os
import shutil
import sys
import tempfile
from functools import cache
from hashlib import blake2b
from pathlib import Path

SOURCES = Path(__file__).parents[1]
KEPT = 5  # digests whose compiled code stays on disk
NEEDED = 64 * 2**20  # bytes the compiled games may take


@cache
def source_digest() -> str:
    """Hex digest of every Python file under sim/, in path order."""
    digest = blake2b(digest_size=8)
    for path in sorted(SOURCES.rglob("*.py")):
        digest.update(path.relative_to(SOURCES).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def cache_folder(*, checked: bool) -> Path:
    """Folder of this digest's compiled code; bounds-checked builds have their own.

    A user's cache folder that cannot be written to (no home, a read-only file system, a full disk)
    is replaced by a private temporary folder, with a note on stderr, and removed when the process
    ends.
    """
    name = f"{source_digest()}-{'checked' if checked else 'fast'}"
    try:
        return _prepared(_user_cache() / name)
    except (OSError, RuntimeError):
        folder = Path(tempfile.mkdtemp(prefix="dreamodds-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        print(f"dreamodds: no writable cache; compiling into {folder}", file=sys.stderr)
        return folder


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("dreamodds")


def _prepared(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass
    if shutil.disk_usage(folder).free < NEEDED and not any(folder.rglob("*.nbc")):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
    os.utime(folder)
    others = sorted(folder.parent.glob("*-*"), key=lambda path: path.stat().st_mtime)
    for old in others[: -2 * KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return folder
