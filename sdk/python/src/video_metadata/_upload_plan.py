"""What an upload sends, without sending it."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from video_metadata.errors import UploadFailed, VideoMetadataError
from video_metadata.models import ArrivedPart, PartUrl

#: The largest file that a deployed service takes in a form, bytes.
FORM_BYTES = 4_500_000

#: Handed to the network at a time, bytes.
CHUNK_BYTES = 256 * 1024

#: Called with the bytes handed to the network and those of the file; goes down when they have to be sent again.
Progress = Callable[[int, int], None]


class PartRefused(VideoMetadataError):
    """The store refuses parts at this URL, or does so by now."""


@dataclass(frozen=True)
class PartRange:
    """Bytes ``start..end`` of a file, end exclusive."""

    number: int
    start: int
    end: int


def part_ranges(size: int, part_size: int) -> list[PartRange]:
    starts = range(0, size, part_size)
    return [PartRange(i + 1, start, min(size, start + part_size)) for i, start in enumerate(starts)]


def other_file() -> UploadFailed:
    return UploadFailed("The file is not the one whose upload was begun, or it was changed")


class Meter:
    """Adds up the progress of parts that are sent at the same time."""

    def __init__(self, size: int, progress: Progress | None) -> None:
        self._size = size
        self._progress = progress
        self._sent: dict[int, int] = {}
        self._lock = threading.Lock()

    def note(self, number: int, count: int) -> None:
        """So many bytes of a part have been handed to the network."""
        with self._lock:
            self._sent[number] = count
            if self._progress is not None:
                self._progress(sum(self._sent.values()), self._size)


class Ledger:
    """The state of an open upload: the parts that have arrived, and the URLs of the others."""

    def __init__(self, arrived: Iterable[ArrivedPart], remaining: Iterable[PartUrl]) -> None:
        self._etags: dict[int, str] = {}
        self._urls: dict[int, str] = {}
        self.take(arrived, remaining)

    def take(self, arrived: Iterable[ArrivedPart], remaining: Iterable[PartUrl]) -> None:
        self._etags.update({part.number: part.etag.strip('"') for part in arrived})
        self._urls = {part.number: part.url for part in remaining}

    def url_of(self, number: int) -> str | None:
        return self._urls.get(number)

    def etag_of(self, number: int) -> str | None:
        """None until the part has arrived."""
        return self._etags.get(number)

    def note_arrival(self, number: int, etag: str) -> None:
        self._etags[number] = etag


@dataclass(frozen=True)
class Form:
    """A multipart form (RFC 7578) around a file."""

    boundary: str
    head: bytes
    tail: bytes

    def headers(self, size: int) -> dict[str, str]:
        """The length is announced, so that the service can refuse the file before it is sent."""
        return {
            "Content-Type": f"multipart/form-data; boundary={self.boundary}",
            "Content-Length": str(len(self.head) + size + len(self.tail)),
        }


def form_of(file_name: str, fields: dict[str, str]) -> Form:
    boundary = f"vms-{uuid.uuid4()}"
    texts = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    # As browsers do (HTML standard, "multipart/form-data").
    quoted = file_name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
    head = (
        f'{texts}--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{quoted}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return Form(boundary, head.encode("utf-8", "replace"), f"\r\n--{boundary}--\r\n".encode())
