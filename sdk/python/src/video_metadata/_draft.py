"""Files that take the place of others only once they are complete."""

from __future__ import annotations

import os
import shutil
import uuid
from pathlib import Path
from typing import BinaryIO


class Draft:
    """What is being written to stand at a path; until ``keep`` nothing there is touched."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # A link stays one: what it names is replaced.
        self._target = Path(os.path.realpath(path))
        if self._target.exists():
            if not self._target.is_file():
                raise IsADirectoryError(f"{path} is no file")
            if not os.access(self._target, os.W_OK):
                # Renaming would replace a file that is write-protected, too.
                raise PermissionError(f"{path} is write-protected")
        self._draft = self._target.with_name(f".{uuid.uuid4()}.part")
        self.file: BinaryIO = self._draft.open("xb")

    @property
    def size(self) -> int:
        """Bytes written so far."""
        return self.file.tell()

    def keep(self) -> None:
        self.file.close()
        if self._target.exists():
            shutil.copymode(self._target, self._draft)
        self._draft.replace(self._target)

    def discard(self) -> None:
        """Removes what has not been kept."""
        self.file.close()
        self._draft.unlink(missing_ok=True)
