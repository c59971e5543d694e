"""The client."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

import httpx
from typing_extensions import Self, Unpack

from video_metadata._async.download import download
from video_metadata._async.endpoints import AsyncEndpoints
from video_metadata._async.pauses import AsyncPauses
from video_metadata._async.runtime import AsyncClock, AsyncSystemClock, in_thread
from video_metadata._async.transport import AsyncTransport
from video_metadata._async.upload import upload_form, upload_parts
from video_metadata._draft import Draft
from video_metadata._requests import http_timeout, service_address, usable_key
from video_metadata._source import File, open_source
from video_metadata._upload_plan import FORM_BYTES, Progress
from video_metadata.errors import ConnectionFailure, JobFailed, SurfaceFailed, VideoFailed, WaitTimeout
from video_metadata.models import (
    JobStatus,
    ServiceEvent,
    TrackedObject,
    UploadCompleted,
    VersionEntry,
    Video,
    VideoListEntry,
)
from video_metadata.queries import ObjectQuery, VideoQuery
from video_metadata.retries import Retries

#: Seconds: to connect, and until the next bytes are sent or received. The service waits 20 s for a surface.
DEFAULT_TIMEOUT = httpx.Timeout(60.0, connect=10.0)

#: Seconds between two looks for a service that was there when a watch began.
AWAY_SECONDS = 5.0


class AsyncClient(AsyncEndpoints):
    """A client of the service: a method for every endpoint, and what takes several calls.

    ``api_url`` is the service's address, with its path if it has one (``https://…/prod``), and ``api_key`` the
    secret of a key; by default those of the environment: ``VMS_API_URL``, ``VMS_API_KEY``.

    ``timeout`` is for each of connecting, and the next bytes sent or received, in seconds; None for none.
    ``http`` takes the place of the client's own connections (proxies, certificates), and is left open; it brings its
    own timeout. ``clock`` gives the time for pauses.

    Frames are named by their rank in presentation order, from 0. Positions are fractions of the displayed
    (rotated) frame, from its top left corner. Bodies are models, or mappings as they are in JSON
    (``{"userLabel": "Ferry"}``). Writes take ``if_match``: the version they are based on, or the answer that had
    it (``get_metadata``, ``list_objects``, an earlier write); raises VersionConflict where it is not the newest.
    Every method raises ApiError or ConnectionFailure.
    """

    def __init__(
        self,
        api_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float | httpx.Timeout | None = DEFAULT_TIMEOUT,
        retries: Retries | None = None,
        http: httpx.AsyncClient | None = None,
        clock: AsyncClock | None = None,
    ) -> None:
        address = api_url or os.environ.get("VMS_API_URL")
        key = api_key or os.environ.get("VMS_API_KEY")
        if not address:
            raise ValueError("The service has no address: give api_url, or set VMS_API_URL")
        if not key:
            raise ValueError("There is no API key: give api_key, or set VMS_API_KEY")
        self._address = service_address(address)
        self._http = http or httpx.AsyncClient(timeout=http_timeout(timeout))
        self._owns_http = http is None
        self._transport = AsyncTransport(
            self._address,
            usable_key(key),
            self._http,
            retries=retries or Retries(),
            clock=clock or AsyncSystemClock(),
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._address!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the client's connections."""
        if self._owns_http:
            await self._http.aclose()

    async def upload(
        self,
        file: File,
        *,
        name: str | None = None,
        file_name: str | None = None,
        auto_process: bool = False,
        progress: Progress | None = None,
        resume: str | None = None,
        parallel: int = 4,
        on_begin: Callable[[str], None] | None = None,
    ) -> UploadCompleted:
        """Upload a video of any size: MP4, MOV or WebM.

        ``file`` is a path, or a file opened for reading bytes, which is read from where it stands. Up to 4.5 MB go
        in one request; larger files in parts that go straight to the store, ``parallel`` at a time, each of which is
        sent again where its connection breaks. An upload in parts that raises UploadInterrupted, or is cancelled,
        can be resumed for a day: ``resume`` takes the video's id, which ``on_begin`` is called with at once.

        ``name`` is the display name (default: ``file_name``, which is by default the file's own);
        ``auto_process`` starts a detection job once the video is processed; ``progress`` is called with bytes sent
        and in all, and the first may go down when some have to be sent again.

        Raises UploadInterrupted, and UploadFailed for another file than the one that was begun with.
        """
        with ExitStack() as opened:
            source = await in_thread(lambda: opened.enter_context(open_source(file, file_name)))
            if resume is None and source.size <= FORM_BYTES:
                sent = await upload_form(
                    self._transport, source, name=name, auto_process=auto_process, progress=progress
                )
                if on_begin is not None:
                    on_begin(sent.id)
                return UploadCompleted(id=sent.id, status=sent.status).with_http(sent.http)
            return await upload_parts(
                self._transport,
                source,
                name=name,
                auto_process=auto_process,
                progress=progress,
                resume=resume,
                parallel=parallel,
                on_begin=on_begin,
            )

    async def wait_until_processed(
        self, video_id: str, *, timeout: float | None = None, interval: float = 1.0
    ) -> Video:
        """Wait until a video is processed, and read it.

        Asks every ``interval`` seconds, at first more often. Raises VideoFailed, and WaitTimeout after ``timeout``
        seconds.
        """
        state = "unknown"
        pauses = self._pauses(timeout, interval)
        while await pauses.next():
            video = await self.get_video(video_id)
            state = video.status
            if video.status == "processed":
                return video
            if video.status == "failed":
                raise VideoFailed(video)
        raise WaitTimeout(f"The video {video_id} was not processed in {timeout} s: it is {state}")

    async def watch_job(
        self, video_id: str, *, timeout: float | None = None, interval: float = 1.0
    ) -> AsyncIterator[JobStatus]:
        """The states of a video's latest job, each that differs from the one before, until it is over.

        The last one is ``completed``, ``failed`` or ``cancelled``. Ending the loop early leaves the job as it is.
        Raises WaitTimeout after ``timeout`` seconds.
        """
        before: JobStatus | None = None
        pauses = self._pauses(timeout, interval)
        while await pauses.next():
            job = await self.get_processing_status(video_id)
            if job != before:
                yield job
            before = job
            if job.status in ("completed", "failed", "cancelled"):
                return
        state = "unknown" if before is None else f"{before.status}, {before.progress:g} %"
        raise WaitTimeout(f"The job of the video {video_id} was not over in {timeout} s: it is {state}")

    async def wait_for_job(self, video_id: str, *, timeout: float | None = None, interval: float = 1.0) -> JobStatus:
        """Wait until a video's latest job is completed. Raises JobFailed, and WaitTimeout after ``timeout`` seconds."""
        async for job in self.watch_job(video_id, timeout=timeout, interval=interval):
            last = job
        if last.status != "completed":
            raise JobFailed(last)
        return last

    async def wait_until_tracked(
        self, video_id: str, object_id: str, *, timeout: float | None = None, interval: float = 1.0
    ) -> TrackedObject:
        """Wait until a surface is tracked through its video.

        Raises SurfaceFailed, KeyError where there is no such object, WaitTimeout after ``timeout`` seconds.
        """
        progress: int | None = None
        pauses = self._pauses(timeout, interval)
        while await pauses.next():
            listed = await self.list_objects(video_id)
            surface = {each.id: each for each in listed.objects}[object_id]
            if surface.tracking == "failed":
                raise SurfaceFailed(surface)
            if surface.tracking != "running":
                return surface
            progress = surface.tracking_progress
        raise WaitTimeout(
            f"The surface {object_id} was not tracked in {timeout} s: of the frames {progress or 0} % are"
        )

    async def watch_events(
        self, *, after: int | None = None, types: Sequence[str] | None = None, video_id: str | None = None
    ) -> AsyncIterator[ServiceEvent]:
        """The events of the account as they happen, each once and in its order, until the loop is left.

        ``after`` is the sequence of the last event that has been worked on; by default only what happens from now on
        is watched. A service that is away for a time, as in a restart, is waited for; one that was never there is not.
        """
        found = after is None
        if after is None:
            after = (await self.list_events(limit=1)).newest
        while True:
            try:
                page = await self.list_events(after=after, types=types, video_id=video_id, wait=20)
            except ConnectionFailure as error:
                if not found or error.reason == "foreign":
                    raise
                await self._transport.clock.sleep(AWAY_SECONDS)
                continue
            found = True
            for event in page.events:
                yield event
            after = page.next

    async def download_export(
        self,
        video_id: str,
        path: str | os.PathLike[str],
        *,
        format: str = "native",
        progress: Progress | None = None,
    ) -> Path:
        """Export a video and save the file.

        ``format`` is ``native`` (the video with its metadata embedded) or ``json``. The file stands at ``path``, in
        place of what was there, once it is complete; where the connection breaks, the download goes on from there.
        """
        draft = Draft(path)
        try:
            exported = await self.export_video(video_id, format=format)
            await download(self._transport, exported.download_url, exported.file_size, draft, progress)
            draft.keep()
        finally:
            draft.discard()
        return Path(path)

    async def iter_videos(self, *, page_size: int = 100, **query: Unpack[VideoQuery]) -> AsyncIterator[VideoListEntry]:
        """All videos that a query admits, newest first, page by page."""
        cursor: str | None = None
        while True:
            listed = await self.list_videos(page_size=page_size, cursor=cursor, **query)
            for video in listed.videos:
                yield video
            cursor = listed.next_cursor
            if cursor is None:
                return

    async def iter_objects(
        self, video_id: str, *, page_size: int = 1000, **query: Unpack[ObjectQuery]
    ) -> AsyncIterator[TrackedObject]:
        """All objects of one version of a video that a query admits, without their tracks, page by page."""
        asked: ObjectQuery = {**query, "limit": page_size}
        listed = await self.list_objects(video_id, **asked)
        # From then on the cursor names the version.
        asked.pop("version", None)
        while True:
            for each in listed.objects:
                yield each
            if listed.next_cursor is None:
                return
            listed = await self.list_objects(video_id, cursor=listed.next_cursor, **asked)

    async def iter_versions(self, video_id: str, *, page_size: int = 100) -> AsyncIterator[VersionEntry]:
        """All versions of a video's metadata, newest first, page by page."""
        before: int | None = None
        while True:
            listed = await self.list_versions(video_id, before=before, limit=page_size)
            for entry in listed.versions:
                yield entry
                before = entry.version
            if len(listed.versions) < page_size:
                return

    def _pauses(self, timeout: float | None, interval: float) -> AsyncPauses:
        return AsyncPauses(self._transport.clock, timeout, interval)
