"""The client."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

from video_metadata._async.download import download
from video_metadata._async.pauses import AsyncPauses
from video_metadata._async.runtime import AsyncClock, AsyncSystemClock
from video_metadata._async.transport import AsyncTransport
from video_metadata._async.upload import announcement, upload_form, upload_parts
from video_metadata._draft import Draft
from video_metadata._model import Model, Value
from video_metadata._requests import (
    JSON_PATCH,
    MERGE_PATCH,
    Body,
    M,
    Request,
    at,
    http_timeout,
    if_match_header,
    json_of,
    json_request,
    pointer,
    service_address,
)
from video_metadata._source import File, open_source
from video_metadata._upload_plan import FORM_BYTES, Progress
from video_metadata.errors import JobFailed, SurfaceFailed, VideoFailed, WaitTimeout
from video_metadata.models import (
    ChangesApplied,
    ExportedFile,
    JobStarted,
    JobStatus,
    JsonPatchOperation,
    KeyIdentity,
    MarkedSurface,
    MetadataDocument,
    MetadataPatch,
    MetadataPatched,
    ObjectList,
    ObjectPatch,
    ObjectPatched,
    OpenApiDescription,
    PluginInstallation,
    PluginInstalled,
    ProcessingCancelled,
    ProcessingOptions,
    ProjectList,
    ProjectSummary,
    Success,
    SurfaceStarted,
    TrackedObject,
    UploadCompleted,
    UploadCompletion,
    UploadResult,
    UploadState,
    VersionEntry,
    VersionList,
    Video,
    VideoListEntry,
    VideoMetadata,
    VideoPage,
)
from video_metadata.retries import Retries

#: Seconds: to connect, and until the next bytes are sent or received. The service waits 20 s for a surface.
DEFAULT_TIMEOUT = httpx.Timeout(60.0, connect=10.0)


class AsyncClient:
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
            key.strip(),
            self._http,
            retries=retries or Retries(),
            clock=clock or AsyncSystemClock(),
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._address!r})"

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the client's connections."""
        if self._owns_http:
            await self._http.aclose()

    # What takes several calls

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
        with open_source(file, file_name) as source:
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
        pauses = self._pauses(timeout, interval)
        while await pauses.next():
            video = await self.get_video(video_id)
            if video.status == "processed":
                return video
            if video.status == "failed":
                raise VideoFailed(video)
        raise WaitTimeout(f"The video {video_id} was not processed in {timeout} s")

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
        raise WaitTimeout(f"The job of the video {video_id} was not over in {timeout} s")

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
        pauses = self._pauses(timeout, interval)
        while await pauses.next():
            listed = await self.list_objects(video_id)
            surface = {each.id: each for each in listed.objects}[object_id]
            if surface.tracking == "failed":
                raise SurfaceFailed(surface)
            if surface.tracking != "running":
                return surface
        raise WaitTimeout(f"The surface {object_id} was not tracked in {timeout} s")

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

    async def iter_videos(self, *, page_size: int = 100) -> AsyncIterator[VideoListEntry]:
        """All videos, newest first, each once, page by page."""
        seen: set[str] = set()
        page = 1
        while True:
            listed = await self.list_videos(page=page, page_size=page_size)
            for video in listed.videos:
                # A video that is uploaded meanwhile moves the others to later pages.
                if video.id not in seen:
                    seen.add(video.id)
                    yield video
            if page * listed.page_size >= listed.total or not listed.videos:
                return
            page += 1

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

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        json: Body | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Call any path of the service, with the key and repeated like other calls, for the response as it is."""
        media = {} if json is None else {"Content-Type": "application/json"}
        sent = content if json is None else json_of(json)
        body = None if sent is None else lambda: sent
        sent_headers = {**media, **(headers or {})}
        return await self._transport.raw(Request(Model, method.upper(), path, query or {}, sent_headers, body))

    # Account

    async def whoami(self) -> KeyIdentity:
        """Identify the calling key."""
        return await self._get(KeyIdentity, "/api/v1/whoami")

    # Projects

    async def list_projects(self) -> ProjectList:
        """List the processed videos that the key may use, newest first."""
        return await self._get(ProjectList, "/api/v1/projects")

    async def get_project(self, video_id: str) -> ProjectSummary:
        """Read the summary of a project."""
        return await self._get(ProjectSummary, at("/api/v1/projects/{}", video_id))

    async def apply_changes(
        self,
        video_id: str,
        changes: Sequence[JsonPatchOperation | Mapping[str, Any]],
        *,
        base_revision: int | Model,
        description: str | None = None,
    ) -> ChangesApplied:
        """Apply a JSON Patch (RFC 6902), as a whole or not at all, to the revision it is based on."""
        base = base_revision.http.version if isinstance(base_revision, Model) else base_revision
        described = {} if description is None else {"description": description}
        body = {"baseRevision": base, "changes": changes, **described}
        return await self._transport.call(
            json_request(ChangesApplied, "POST", at("/api/v1/projects/{}/changes", video_id), body)
        )

    async def install_plugin(self, video_id: str, plugin: PluginInstallation | Mapping[str, Any]) -> PluginInstalled:
        """Install a plugin, whose schema the overlays of its type must match from then on."""
        return await self._transport.call(
            json_request(PluginInstalled, "POST", at("/api/v1/projects/{}/plugins", video_id), plugin)
        )

    # Videos

    async def list_videos(self, *, page: int | None = None, page_size: int | None = None) -> VideoPage:
        """List videos, newest first: pages are counted from 1 and have up to 100 videos, by default 20."""
        return await self._get(VideoPage, "/api/videos", {"page": page, "pageSize": page_size})

    async def get_video(self, video_id: str) -> Video:
        """Read a video with its metadata."""
        return await self._get(Video, at("/api/videos/{}", video_id))

    async def announce_upload(
        self, file_name: str, file_size: int, *, name: str | None = None, auto_process: bool = False
    ) -> UploadResult:
        """Announce a file of so many bytes, whose parts will be sent to the addresses of the answer.

        ``upload`` does all of it.
        """
        return await self._transport.call(announcement(file_name, file_size, name=name, auto_process=auto_process))

    async def get_upload(self, video_id: str) -> UploadState:
        """List the parts of an upload that have arrived; a key with project:edit gets addresses for the others."""
        return await self._get(UploadState, at("/api/videos/{}/upload", video_id))

    async def complete_upload(self, video_id: str, completion: UploadCompletion | Mapping[str, Any]) -> UploadCompleted:
        """Complete an upload in parts."""
        return await self._transport.call(
            json_request(UploadCompleted, "POST", at("/api/videos/{}/upload/complete", video_id), completion)
        )

    async def delete_video(self, video_id: str, *, if_match: int | Model | None = None) -> Success:
        """Delete a video and all associated data."""
        return await self._delete(at("/api/videos/{}", video_id), if_match)

    # Metadata

    async def get_metadata(
        self, video_id: str, *, version: int | None = None, held: MetadataDocument | None = None
    ) -> MetadataDocument:
        """Read the metadata document, or an older version of it.

        ``held`` is an earlier answer, which is returned again where it is the newest still (304).
        """
        return await self._get(
            MetadataDocument, at("/api/videos/{}/metadata", video_id), {"version": version}, held=held
        )

    async def get_sections(
        self,
        video_id: str,
        sections: Sequence[str],
        *,
        version: int | None = None,
        held: VideoMetadata | None = None,
    ) -> VideoMetadata:
        """Read some members of the metadata document, such as ``["layers", "variables"]``."""
        query = {"sections": ",".join(sections), "version": version}
        return await self._get(VideoMetadata, at("/api/videos/{}/metadata", video_id), query, held=held)

    async def get_value(
        self, video_id: str, path: Sequence[str], *, version: int | None = None, held: Value | None = None
    ) -> Value:
        """Read the value at a path of the metadata document: names of members, and ids of list entries.

        ``["layers", "titles", "name"]`` is the name of the layer ``titles``.
        """
        query = {"path": pointer(path), "version": version}
        return await self._get(Value, at("/api/videos/{}/metadata", video_id), query, held=held)

    async def patch_metadata(
        self, video_id: str, patch: MetadataPatch | Mapping[str, Any], *, if_match: int | Model | None = None
    ) -> MetadataPatched:
        """Merge a partial document into the metadata; lists are merged by ``id``, and None removes a member."""
        return await self._transport.call(
            json_request(MetadataPatched, "PATCH", at("/api/videos/{}/metadata", video_id), patch, version=if_match)
        )

    async def merge_patch_metadata(
        self, video_id: str, patch: Mapping[str, Any], *, if_match: int | Model | None = None
    ) -> MetadataPatched:
        """Apply a merge patch (RFC 7396), which replaces lists; one with a list needs ``if_match``."""
        path = at("/api/videos/{}/metadata", video_id)
        return await self._transport.call(
            json_request(MetadataPatched, "PATCH", path, patch, media_type=MERGE_PATCH, version=if_match)
        )

    async def json_patch_metadata(
        self,
        video_id: str,
        operations: Sequence[JsonPatchOperation | Mapping[str, Any]],
        *,
        if_match: int | Model,
    ) -> MetadataPatched:
        """Apply a JSON Patch (RFC 6902) to the version it is based on."""
        path = at("/api/videos/{}/metadata", video_id)
        return await self._transport.call(
            json_request(MetadataPatched, "PATCH", path, operations, media_type=JSON_PATCH, version=if_match)
        )

    async def list_versions(self, video_id: str, *, before: int | None = None, limit: int | None = None) -> VersionList:
        """List the versions of the metadata, newest first: those before one, at most so many (1000)."""
        return await self._get(VersionList, at("/api/videos/{}/versions", video_id), {"before": before, "limit": limit})

    async def export_video(self, video_id: str, *, format: str = "native") -> ExportedFile:
        """Export a video (``native``) or its metadata (``json``), for an address; see ``download_export``."""
        return await self._get(ExportedFile, at("/api/videos/{}/export", video_id), {"format": format})

    # Objects

    async def list_objects(self, video_id: str, *, held: ObjectList | None = None) -> ObjectList:
        """List the tracked objects, without their tracks."""
        return await self._get(ObjectList, at("/api/videos/{}/objects", video_id), held=held)

    async def patch_object(
        self,
        video_id: str,
        object_id: str,
        patch: ObjectPatch | Mapping[str, Any],
        *,
        if_match: int | Model | None = None,
    ) -> ObjectPatched:
        """Name a tracked object, or attach data to it, which is merged (RFC 7396)."""
        return await self._transport.call(
            json_request(
                ObjectPatched, "PATCH", at("/api/videos/{}/objects/{}", video_id, object_id), patch, version=if_match
            )
        )

    async def delete_object(self, video_id: str, object_id: str, *, if_match: int | Model | None = None) -> Success:
        """Remove an object from tracking."""
        return await self._delete(at("/api/videos/{}/objects/{}", video_id, object_id), if_match)

    async def create_surface(
        self, video_id: str, surface: MarkedSurface | Mapping[str, Any], *, if_match: int | Model | None = None
    ) -> SurfaceStarted:
        """Mark a surface in one frame, and have it tracked through the video.

        Answers when it is tracked, or after 20 s; ``wait_until_tracked`` waits for the rest.
        """
        return await self._transport.call(
            json_request(
                SurfaceStarted, "POST", at("/api/videos/{}/objects/surface", video_id), surface, version=if_match
            )
        )

    # Processing

    async def start_processing(
        self,
        video_id: str,
        options: ProcessingOptions | Mapping[str, Any] | None = None,
        *,
        if_match: int | Model | None = None,
    ) -> JobStarted:
        """Start detection and tracking of objects. Raises JobInProgress."""
        return await self._transport.call(
            json_request(JobStarted, "POST", at("/api/videos/{}/process", video_id), options or {}, version=if_match)
        )

    async def get_processing_status(self, video_id: str) -> JobStatus:
        """Read the state of the latest job. Raises NotFound where there has been none."""
        return await self._get(JobStatus, at("/api/videos/{}/process/status", video_id))

    async def cancel_processing(self, video_id: str) -> ProcessingCancelled:
        """Cancel the job that is not over."""
        return await self._transport.call(
            Request(ProcessingCancelled, "POST", at("/api/videos/{}/process/cancel", video_id))
        )

    # Reference

    async def get_openapi(self) -> OpenApiDescription:
        """Read the description of the API, in OpenAPI 3.1."""
        return await self._get(OpenApiDescription, "/api/openapi.json")

    async def get_docs(self) -> str:
        """Read the description of the API as a page for people, in HTML."""
        return (await self.request("GET", "/api/docs")).text

    async def _get(
        self, answer: type[M], path: str, query: Mapping[str, object] | None = None, *, held: M | None = None
    ) -> M:
        return await self._transport.call(Request(answer, "GET", path, query or {}, held=held))

    async def _delete(self, path: str, version: int | Model | None) -> Success:
        return await self._transport.call(Request(Success, "DELETE", path, headers=if_match_header(version)))

    def _pauses(self, timeout: float | None, interval: float) -> AsyncPauses:
        return AsyncPauses(self._transport.clock, timeout, interval)
