"""The file of an upload."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from video_metadata.errors import UploadFailed

#: A path, or a file opened for reading bytes.
File = str | os.PathLike[str] | BinaryIO


class Source:
    """Bytes of known length that threads read at any place."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._start = file.tell()
        #: Without what no UTF-8 has.
        self.name = name.encode("utf-8", "replace").decode()
        #: Bytes.
        self.size = file.seek(0, os.SEEK_END) - self._start

    def read(self, start: int, end: int) -> bytes:
        """Bytes ``start..end``. Raises UploadFailed when there are fewer."""
        with self._lock:
            self._file.seek(self._start + start)
            content = bytearray()
            while len(content) < end - start:
                chunk = self._file.read(end - start - len(content))
                if not chunk:
                    raise UploadFailed(f"{self.name} became shorter while it was uploaded")
                content += chunk
            return bytes(content)


@contextmanager
def open_source(file: File, name: str | None) -> Iterator[Source]:
    """A file object is read from where it stands, and stays open; one that cannot seek is copied first."""
    if isinstance(file, (str, os.PathLike)):
        path = Path(file)
        with path.open("rb") as opened:
            yield Source(opened, name or path.name)
        return
    named = getattr(file, "name", None)
    name = name or (Path(named).name if isinstance(named, str) else "video")
    if file.seekable():
        position = file.tell()
        try:
            yield Source(file, name)
        finally:
            file.seek(position)
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(file, copy)
        copy.seek(0)
        yield Source(copy, name)


def digest_of(content: bytes) -> str:
    """MD5, as S3 gives it in the ETag of a part."""
    return hashlib.md5(content, usedforsecurity=False).hexdigest()
