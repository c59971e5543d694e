# Written from _async/download.py by scripts/write_sync.py.

"""Downloads of files that the service gives out."""

from __future__ import annotations

from collections.abc import Callable

from video_metadata._draft import Draft
from video_metadata._sync.transport import Transport
from video_metadata.errors import ConnectionFailure, Reason


def download(
    transport: Transport, url: str, size: int, draft: Draft, progress: Callable[[int, int], None] | None
) -> None:
    """Writes a file of ``size`` bytes; where the connection breaks, goes on from there."""
    failures = 0
    etag = ""
    reason: Reason
    while True:
        received = draft.size
        # Of the same file: an answer of another one begins from its start.
        headers = {"Range": f"bytes={received}-", "If-Range": etag} if received and etag else {}
        try:
            with transport.download(url, headers) as response:
                if not response.is_success:
                    reason = "broken" if response.status_code >= 500 else "foreign"
                    raise ConnectionFailure(f"The download was answered with {response.status_code}", reason)
                if response.status_code != 206:
                    draft.file.seek(0)
                etag = response.headers.get("etag", "")
                for chunk in response.iter_raw():
                    draft.file.write(chunk)
                    if progress is not None:
                        progress(draft.size, size)
            if draft.size == size:
                return
            reason = "broken" if draft.size < size else "foreign"
            raise ConnectionFailure(f"The download gave {draft.size} of {size} bytes", reason)
        except ConnectionFailure as error:
            # What has brought it further counts as a new beginning.
            failures = 1 if draft.size > received else failures + 1
            transport.pause(error, failures)
