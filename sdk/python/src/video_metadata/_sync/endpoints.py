# Written from _async/endpoints.py by scripts/write_sync.py.

"""A method for every endpoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import httpx
from typing_extensions import Unpack

from video_metadata._model import Model, Value
from video_metadata._requests import (
    JSON_PATCH,
    MERGE_PATCH,
    Body,
    M,
    Request,
    at,
    if_match_header,
    json_of,
    json_request,
    pointer,
    version_number,
)
from video_metadata._sync.transport import Transport
from video_metadata._sync.upload import announcement
from video_metadata.models import (
    ChangesApplied,
    EventPage,
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
    ObjectsInFrame,
    ObjectWithTrack,
    OpenApiDescription,
    PluginInstallation,
    PluginInstalled,
    PluginList,
    PluginRemoved,
    ProcessingCancelled,
    ProcessingOptions,
    ProjectList,
    ProjectSummary,
    SentAgain,
    Success,
    SurfaceStarted,
    UploadCompleted,
    UploadCompletion,
    UploadResult,
    UploadState,
    VersionComparison,
    VersionList,
    Video,
    VideoMetadata,
    VideoPage,
    VideoRenamed,
    Webhook,
    WebhookDeliveryPage,
    WebhookList,
    WebhookPatch,
    WebhookRequest,
    WebhookTest,
    WebhookWithSecret,
)
from video_metadata.queries import FrameQuery, ObjectQuery, VideoQuery, parameters


class Endpoints:
    """Calls of a service, one for each endpoint."""

    _transport: Transport

    def request(
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
        return self._transport.raw(Request(Model, method.upper(), path, query or {}, sent_headers, body))

    # Account

    def whoami(self) -> KeyIdentity:
        """Identify the calling key."""
        return self._get(KeyIdentity, "/api/v1/whoami")

    # Projects

    def list_projects(self) -> ProjectList:
        """List the processed videos that the key may use, newest first."""
        return self._get(ProjectList, "/api/v1/projects")

    def get_project(self, video_id: str) -> ProjectSummary:
        """Read the summary of a project."""
        return self._get(ProjectSummary, at("/api/v1/projects/{}", video_id))

    def apply_changes(
        self,
        video_id: str,
        changes: Sequence[JsonPatchOperation | Mapping[str, Any]],
        *,
        base_revision: int | Model,
        description: str | None = None,
    ) -> ChangesApplied:
        """Apply a JSON Patch (RFC 6902), as a whole or not at all, to the revision it is based on."""
        described = {} if description is None else {"description": description}
        body = {"baseRevision": version_number(base_revision), "changes": changes, **described}
        return self._transport.call(
            json_request(ChangesApplied, "POST", at("/api/v1/projects/{}/changes", video_id), body)
        )

    def install_plugin(self, video_id: str, plugin: PluginInstallation | Mapping[str, Any]) -> PluginInstalled:
        """Install a plugin, whose schema the overlays of its type must match from then on."""
        return self._transport.call(
            json_request(PluginInstalled, "POST", at("/api/v1/projects/{}/plugins", video_id), plugin)
        )

    def list_plugins(self, video_id: str) -> PluginList:
        """List the plugins that are installed for a project."""
        return self._get(PluginList, at("/api/v1/projects/{}/plugins", video_id))

    def remove_plugin(self, video_id: str, type: str, version: str) -> PluginRemoved:
        """Remove a version of a plugin."""
        path = at("/api/v1/projects/{}/plugins/{}/{}", video_id, type, version)
        return self._transport.call(Request(PluginRemoved, "DELETE", path))

    # Videos

    def list_videos(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
        **query: Unpack[VideoQuery],
    ) -> VideoPage:
        """List videos, newest first: pages are counted from 1 and have up to 100 videos, by default 20.

        ``cursor``, the ``next_cursor`` of the page before, takes the place of ``page``; see ``iter_videos``.
        """
        paging = {"page": page, "pageSize": page_size, "cursor": cursor}
        return self._get(VideoPage, "/api/videos", {**paging, **parameters(query)})

    def rename_video(self, video_id: str, name: str) -> VideoRenamed:
        """Give a video another display name."""
        return self._transport.call(json_request(VideoRenamed, "PATCH", at("/api/videos/{}", video_id), {"name": name}))

    def get_video(self, video_id: str) -> Video:
        """Read a video with its metadata."""
        return self._get(Video, at("/api/videos/{}", video_id))

    def announce_upload(
        self, file_name: str, file_size: int, *, name: str | None = None, auto_process: bool = False
    ) -> UploadResult:
        """Announce a file of so many bytes, whose parts will be sent to the addresses of the answer.

        ``upload`` does all of it.
        """
        return self._transport.call(announcement(file_name, file_size, name=name, auto_process=auto_process))

    def get_upload(self, video_id: str) -> UploadState:
        """List the parts of an upload that have arrived; a key with project:edit gets addresses for the others."""
        return self._get(UploadState, at("/api/videos/{}/upload", video_id))

    def complete_upload(self, video_id: str, completion: UploadCompletion | Mapping[str, Any]) -> UploadCompleted:
        """Complete an upload in parts."""
        return self._transport.call(
            json_request(UploadCompleted, "POST", at("/api/videos/{}/upload/complete", video_id), completion)
        )

    def delete_video(self, video_id: str, *, if_match: int | Model | None = None) -> Success:
        """Delete a video and all associated data."""
        return self._delete(at("/api/videos/{}", video_id), if_match)

    # Metadata

    def get_metadata(
        self, video_id: str, *, version: int | None = None, held: MetadataDocument | None = None
    ) -> MetadataDocument:
        """Read the metadata document, or an older version of it.

        ``held`` is an earlier answer, which is returned again where it is the newest still (304).
        """
        return self._get(MetadataDocument, at("/api/videos/{}/metadata", video_id), {"version": version}, held=held)

    def get_sections(
        self,
        video_id: str,
        sections: Sequence[str],
        *,
        version: int | None = None,
        held: VideoMetadata | None = None,
    ) -> VideoMetadata:
        """Read some members of the metadata document, such as ``["layers", "variables"]``."""
        query = {"sections": ",".join(sections), "version": version}
        return self._get(VideoMetadata, at("/api/videos/{}/metadata", video_id), query, held=held)

    def get_value(
        self, video_id: str, path: Sequence[str], *, version: int | None = None, held: Value | None = None
    ) -> Value:
        """Read the value at a path of the metadata document: names of members, and ids of list entries.

        ``["layers", "titles", "name"]`` is the name of the layer ``titles``.
        """
        query = {"path": pointer(path), "version": version}
        return self._get(Value, at("/api/videos/{}/metadata", video_id), query, held=held)

    def patch_metadata(
        self, video_id: str, patch: MetadataPatch | Mapping[str, Any], *, if_match: int | Model | None = None
    ) -> MetadataPatched:
        """Merge a partial document into the metadata; lists are merged by ``id``, and None removes a member."""
        return self._transport.call(
            json_request(MetadataPatched, "PATCH", at("/api/videos/{}/metadata", video_id), patch, version=if_match)
        )

    def merge_patch_metadata(
        self, video_id: str, patch: Mapping[str, Any], *, if_match: int | Model | None = None
    ) -> MetadataPatched:
        """Apply a merge patch (RFC 7396), which replaces lists; one with a list needs ``if_match``."""
        path = at("/api/videos/{}/metadata", video_id)
        return self._transport.call(
            json_request(MetadataPatched, "PATCH", path, patch, media_type=MERGE_PATCH, version=if_match)
        )

    def json_patch_metadata(
        self,
        video_id: str,
        operations: Sequence[JsonPatchOperation | Mapping[str, Any]],
        *,
        if_match: int | Model,
    ) -> MetadataPatched:
        """Apply a JSON Patch (RFC 6902) to the version it is based on."""
        path = at("/api/videos/{}/metadata", video_id)
        return self._transport.call(
            json_request(MetadataPatched, "PATCH", path, operations, media_type=JSON_PATCH, version=if_match)
        )

    def list_versions(
        self, video_id: str, *, before: int | None = None, limit: int | None = None, author: str | None = None
    ) -> VersionList:
        """List the versions of the metadata, newest first: those before one, at most so many (1000).

        ``author`` is the id of the key or the person who has made them.
        """
        query = {"before": before, "limit": limit, "author": author}
        return self._get(VersionList, at("/api/videos/{}/versions", video_id), query)

    def compare_versions(
        self, video_id: str, first: int, second: int, *, limit: int | None = None
    ) -> VersionComparison:
        """List what must be changed in the first version to get the second."""
        path = at("/api/videos/{}/versions/{}", video_id, f"{first}...{second}")
        return self._get(VersionComparison, path, {"limit": limit})

    def restore_version(self, video_id: str, version: int, *, if_match: int | Model) -> MetadataPatched:
        """Make the next version of the metadata from an older one, with its objects and their tracks.

        ``if_match`` is the version that it takes the place of; raises VersionConflict where that is not the newest.
        """
        path = at("/api/videos/{}/versions/{}/restore", video_id, str(version))
        return self._transport.call(Request(MetadataPatched, "POST", path, headers=if_match_header(if_match)))

    def export_video(self, video_id: str, *, format: str = "native") -> ExportedFile:
        """Export a video (``native``) or its metadata (``json``), for an address; see ``download_export``."""
        return self._get(ExportedFile, at("/api/videos/{}/export", video_id), {"format": format})

    # Events

    def list_events(
        self,
        *,
        after: int = 0,
        types: Sequence[str] | None = None,
        video_id: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> EventPage:
        """List what has happened, oldest first: the events behind a sequence, of some types, of one video.

        Where there are none the service waits for one, ``wait`` seconds at most (20); see ``watch_events``.
        """
        names = None if types is None else ",".join(types)
        query = {"after": after, "types": names, "videoId": video_id, "limit": limit, "wait": wait}
        return self._get(EventPage, "/api/v1/events", query)

    # Objects

    def list_objects(
        self, video_id: str, *, held: ObjectList | None = None, cursor: str | None = None, **query: Unpack[ObjectQuery]
    ) -> ObjectList:
        """List the tracked objects that a query admits, without their tracks; see ``iter_objects``."""
        path = at("/api/videos/{}/objects", video_id)
        return self._get(ObjectList, path, {"cursor": cursor, **parameters(query)}, held=held)

    def get_object(
        self,
        video_id: str,
        object_id: str,
        *,
        frames: Sequence[int] | None = None,
        from_frame: int | None = None,
        to_frame: int | None = None,
        version: int | None = None,
        held: ObjectWithTrack | None = None,
    ) -> ObjectWithTrack:
        """Read an object with its track, or the keyframes of a range of it.

        With ``frames`` it has ``positions`` in these in place of the track, without those in which it is not seen.
        """
        query = {
            "frames": None if frames is None else ",".join(map(str, frames)),
            "fromFrame": from_frame,
            "toFrame": to_frame,
            "version": version,
        }
        path = at("/api/videos/{}/objects/{}", video_id, object_id)
        return self._get(ObjectWithTrack, path, query, held=held)

    def list_objects_in_frame(
        self, video_id: str, frame: int, *, held: ObjectsInFrame | None = None, **query: Unpack[FrameQuery]
    ) -> ObjectsInFrame:
        """List the objects that are seen in a frame, and where each is."""
        path = at("/api/videos/{}/frames/{}/objects", video_id, str(frame))
        return self._get(ObjectsInFrame, path, parameters(query), held=held)

    def list_objects_at_time(
        self, video_id: str, seconds: float, *, held: ObjectsInFrame | None = None, **query: Unpack[FrameQuery]
    ) -> ObjectsInFrame:
        """The same of the frame that is shown at a time."""
        path = at("/api/videos/{}/frames/objects", video_id)
        return self._get(ObjectsInFrame, path, {"at": seconds, **parameters(query)}, held=held)

    def patch_object(
        self,
        video_id: str,
        object_id: str,
        patch: ObjectPatch | Mapping[str, Any],
        *,
        if_match: int | Model | None = None,
    ) -> ObjectPatched:
        """Name a tracked object, or attach data to it, which is merged (RFC 7396)."""
        return self._transport.call(
            json_request(
                ObjectPatched, "PATCH", at("/api/videos/{}/objects/{}", video_id, object_id), patch, version=if_match
            )
        )

    def delete_object(self, video_id: str, object_id: str, *, if_match: int | Model | None = None) -> Success:
        """Remove an object from tracking."""
        return self._delete(at("/api/videos/{}/objects/{}", video_id, object_id), if_match)

    def create_surface(
        self, video_id: str, surface: MarkedSurface | Mapping[str, Any], *, if_match: int | Model | None = None
    ) -> SurfaceStarted:
        """Mark a surface in one frame, and have it tracked through the video.

        Answers when it is tracked, or after 20 s; ``wait_until_tracked`` waits for the rest.
        """
        return self._transport.call(
            json_request(
                SurfaceStarted, "POST", at("/api/videos/{}/objects/surface", video_id), surface, version=if_match
            )
        )

    # Processing

    def start_processing(
        self,
        video_id: str,
        options: ProcessingOptions | Mapping[str, Any] | None = None,
        *,
        if_match: int | Model | None = None,
    ) -> JobStarted:
        """Start detection and tracking of objects. Raises JobInProgress."""
        return self._transport.call(
            json_request(JobStarted, "POST", at("/api/videos/{}/process", video_id), options or {}, version=if_match)
        )

    def get_processing_status(self, video_id: str) -> JobStatus:
        """Read the state of the latest job. Raises NotFound where there has been none."""
        return self._get(JobStatus, at("/api/videos/{}/process/status", video_id))

    def cancel_processing(self, video_id: str) -> ProcessingCancelled:
        """Cancel the job that is not over."""
        return self._transport.call(Request(ProcessingCancelled, "POST", at("/api/videos/{}/process/cancel", video_id)))

    # Webhooks

    def create_webhook(self, webhook: WebhookRequest | Mapping[str, Any]) -> WebhookWithSecret:
        """Have events sent to a URL. Keep the secret, with which ``verify_webhook`` verifies them."""
        return self._transport.call(json_request(WebhookWithSecret, "POST", "/api/v1/webhooks", webhook))

    def list_webhooks(self) -> WebhookList:
        """List the webhooks, oldest first."""
        return self._get(WebhookList, "/api/v1/webhooks")

    def get_webhook(self, webhook_id: str) -> Webhook:
        """Read a webhook."""
        return self._get(Webhook, at("/api/v1/webhooks/{}", webhook_id))

    def patch_webhook(self, webhook_id: str, patch: WebhookPatch | Mapping[str, Any]) -> Webhook:
        """Change a webhook; ``{"status": "paused"}`` pauses it, ``{"status": "active"}`` has it begin again."""
        return self._transport.call(json_request(Webhook, "PATCH", at("/api/v1/webhooks/{}", webhook_id), patch))

    def delete_webhook(self, webhook_id: str) -> Success:
        """Delete a webhook: nothing is sent to it from then on."""
        return self._delete(at("/api/v1/webhooks/{}", webhook_id), None)

    def rotate_webhook_secret(self, webhook_id: str, *, overlap_hours: int = 24) -> WebhookWithSecret:
        """Give a webhook another secret. For some hours, 24 at most, the present one signs too."""
        path = at("/api/v1/webhooks/{}/secret", webhook_id)
        return self._transport.call(json_request(WebhookWithSecret, "POST", path, {"overlapHours": overlap_hours}))

    def test_webhook(self, webhook_id: str) -> WebhookTest:
        """Send a test event to a webhook, and see what it answers."""
        return self._transport.call(Request(WebhookTest, "POST", at("/api/v1/webhooks/{}/test", webhook_id)))

    def list_webhook_deliveries(
        self, webhook_id: str, *, status: str | None = None, before: int | None = None, limit: int | None = None
    ) -> WebhookDeliveryPage:
        """List what was sent to a webhook, newest first; ``next`` of the answer is ``before`` of the following page."""
        return self._get(
            WebhookDeliveryPage,
            at("/api/v1/webhooks/{}/deliveries", webhook_id),
            {"status": status, "before": before, "limit": limit},
        )

    def send_webhook_events_again(
        self, webhook_id: str, *, sequence: int | None = None, after: int | None = None
    ) -> SentAgain:
        """Send one event to a webhook again, or those behind one, 1,000 at most."""
        asked = {"sequence": sequence, "after": after}
        given = {name: value for name, value in asked.items() if value is not None}
        return self._transport.call(
            json_request(SentAgain, "POST", at("/api/v1/webhooks/{}/deliveries", webhook_id), given)
        )

    # Reference

    def get_openapi(self) -> OpenApiDescription:
        """Read the description of the API, in OpenAPI 3.1."""
        return self._get(OpenApiDescription, "/api/openapi.json")

    def get_docs(self) -> str:
        """Read the description of the API as a page for people, in HTML."""
        return (self.request("GET", "/api/docs")).text

    def _get(
        self, answer: type[M], path: str, query: Mapping[str, object] | None = None, *, held: M | None = None
    ) -> M:
        return self._transport.call(Request(answer, "GET", path, query or {}, held=held))

    def _delete(self, path: str, version: int | Model | None) -> Success:
        return self._transport.call(Request(Success, "DELETE", path, headers=if_match_header(version)))
