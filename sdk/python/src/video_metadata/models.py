# Made of the description of the API by `npm run sdk:python`.
# SHA-256 of that: 49f9b46784ec43787bc81e2f4218f3b649b5f2a5b711683fc17a5244c4219989

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypeAliasType

from video_metadata._model import Model


class ArrivedPart(Model):
    number: int
    size: int
    """bytes"""
    etag: str


class BoxKeyframe(Model):
    """A box, in fractions of the displayed frame."""

    frame: int
    """the frame: its rank in presentation order, from 0"""
    time: float
    """presentation time of the frame in seconds"""
    hidden: bool | None = None
    """
    begins a stretch in which the object was not seen: nothing is drawn until the next
    keyframe without it; the coordinates are the last ones seen
    """
    x: float
    """left edge"""
    y: float
    """top edge"""
    width: float
    height: float


class BoxObject(Model):
    """A tracked object with its track of boxes."""

    id: str
    kind: Literal["box"]
    label: str
    user_label: str | None
    confidence: float
    label_confidence: float | None = None
    """probability of `label`; only where CLIP gave it"""
    first_frame: int
    """first frame in which it is seen: its rank in presentation order, from 0"""
    last_frame: int
    """last frame in which it is seen: its rank in presentation order, from 0"""
    frame_count: int
    """frames from the first to the last, those in which it is hidden included"""
    tracked: bool | None = None
    """`false` for a surface of which only the frame is known in which it was marked"""
    custom_data: dict[str, Any]
    track: list[BoxKeyframe]
    """
    keyframes in the order of frames, of the kind of the object. Between two of them
    coordinates are interpolated linearly by `frame`, but not into or out of a hidden
    stretch: before one the last coordinates hold
    """


class ChangeRequest(Model):
    base_revision: int
    """the revision that the changes are based on"""
    description: str | None = None
    """for the history of versions"""
    changes: list[JsonPatchOperation]


class ChangesApplied(Model):
    success: bool
    revision: int
    updated_at: AwareDatetime
    """ISO 8601 UTC"""


class DocumentObjectPatch(Model):
    """What may be changed of a tracked object."""

    user_label: str | None = None
    custom_data: dict[str, Any] | None = None
    """merged (RFC 7396); at most 16 KB of JSON when merged"""
    delete_: Annotated[bool | None, Field(serialization_alias="$delete")] = None
    """`true` removes the object, as `null` in its place does"""


class EditedObject(Model):
    id: str
    label: str
    """detected class"""
    user_label: str | None
    """given by a user"""
    custom_data: dict[str, Any]
    """free-form data of the user"""


class Entry(Model):
    """A list entry identified by `id`; its other members are kept unchanged."""

    id: str


class EntryPatch(Model):
    """A part of an entry; `null` removes a member."""

    id: str | None = None
    """known: merged; unknown: appended; none: appended under a new id"""
    delete_: Annotated[bool | None, Field(serialization_alias="$delete")] = None
    """`true` removes the entry of this `id`"""


class EventData(Model):
    """What an event is about."""

    video_id: str | None = None
    """of the video; absent in events of keys"""
    job_id: str | None = None
    """of `job.*`"""
    object_id: str | None = None
    """of `surface.*`: the tracked object"""
    key_id: str | None = None
    """of `key.*`"""
    name: str | None = None
    """of `video.created` and `key.*`: what it was called then"""
    version: int | None = None
    """of `version.created`, `job.completed` and `surface.tracked`: the version of the metadata"""
    description: str | None = None
    """of `version.created`: what was changed"""
    author: VersionAuthor | None = None
    """of `version.created`; absent where the service made it"""
    objects_detected: int | None = None
    """of `job.completed`"""
    failure: Failure | None = None
    """of `video.failed`, `job.failed` and `surface.failed`"""


class EventPage(Model):
    events: list[ServiceEvent]
    """oldest first"""
    next: int
    """what to send as `after` for the events that follow, also where none were found"""
    has_more: bool
    """whether there are more already"""
    newest: int
    """sequence of the account's newest event; 0 where there is none"""
    missed: int
    """how many events after `after` are older than events are kept, and lost to this reader"""


class ExportedFile(Model):
    download_url: str
    expires_at: AwareDatetime
    """ISO 8601 UTC"""
    file_size: int
    """bytes"""


class Failure(Model):
    code: str
    message: str


class InstalledPlugin(Model):
    type: str
    version: str
    installed_at: AwareDatetime
    """ISO 8601 UTC"""


class ItemCounts(Model):
    """item counts"""

    overlays: int
    variables: int
    rules: int


class JobStarted(Model):
    job_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"] | str
    estimated_time: float
    """seconds"""


class JobStatus(Model):
    """The state of a processing job."""

    job_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"] | str
    progress: float
    """percent; never decreases"""
    current_frame: int
    """the frame that the job has reached: its rank in presentation order, from 0"""
    total_frames: int
    """frames of the video"""
    objects_detected: int
    """
    the objects that the job has found once it is `completed`, those of earlier jobs that it
    found again included; before, a cautious estimate, which never decreases; 0 where it
    failed or was cancelled
    """
    undecodable_frames: int
    """
    sampled frames so far that could not be decoded because their data is damaged; they are
    skipped, and the job fails with `CORRUPT_DATA` when fewer than half of all can be
    decoded
    """
    samples: SampleCounts
    eta: float
    """seconds left, estimated"""
    model: str
    """the detector in use"""
    fallback: bool
    """
    true when the moving-object detector is at work, which names nothing, and not a trained
    model
    """
    clip_model: str | None = None
    """the CLIP model that names the objects; only with `enableClip`"""
    error: Failure | None = None
    """why the job failed; only with the status `failed`"""


class KeyIdentity(Model):
    """The calling key."""

    user_id: str
    """the account's id"""
    key_id: str
    name: str
    """the label its owner gave the key"""
    scopes: list[
        Literal[
            "project:read",
            "project:create",
            "media:upload",
            "project:edit",
            "agent:author",
            "library:install",
            "export:read",
            "webhook:manage",
        ]
        | str
    ]
    project_ids: list[str] | None
    """null when the key is unrestricted"""


class Layer(Model):
    """A list of overlays."""

    id: str
    name: str | None = None
    visible: Any | None = None
    """`false`: its overlays are not shown; with anything else they are"""
    overlays: list[Overlay]
    """the later ones lie above the earlier ones, as layers do"""


class LayerPatch(Model):
    """A part of a layer; `null` removes a member."""

    id: str | None = None
    """known: merged; unknown: appended; none: appended under a new id"""
    delete_: Annotated[bool | None, Field(serialization_alias="$delete")] = None
    """`true` removes the entry of this `id`"""
    name: str | None = None
    visible: Any | None = None
    """`false`: its overlays are not shown; with anything else they are"""
    overlays: list[OverlayPatch] | None = None
    """merged by `id`; `null` removes all"""


class MarkedCorner(Model):
    x: float
    """as a fraction of the frame's width"""
    y: float
    """as a fraction of the frame's height"""


class MarkedSurface(Model):
    name: str
    """becomes the `userLabel` of the object"""
    frame: int
    """the frame in which the corners are: its rank in presentation order, from 0"""
    corners: list[MarkedCorner]
    """
    in order around the surface, in either sense; fractions of the displayed frame, from its
    top left corner. They make a convex quadrilateral whose sides are at least 16 pixels of
    the video long, and of which at least half is inside the frame
    """


class MetadataDocument(Model):
    """The metadata of a video. Unknown members are kept."""

    schema_version: str
    """version of the document schema; read-only"""
    video_details: VideoDetails
    objects: dict[str, DocumentObject]
    """tracked objects by their id"""
    layers: list[Layer]
    variables: list[Entry]
    rules: list[Entry]


class MetadataPatch(Model):
    """Any part of a metadata document."""

    objects: dict[str, DocumentObjectPatch | None] | None = None
    """by id; `null` removes all"""
    layers: list[LayerPatch] | None = None
    """merged by `id`; `null` removes all"""
    variables: list[EntryPatch] | None = None
    """merged by `id`; `null` removes all"""
    rules: list[EntryPatch] | None = None
    """merged by `id`; `null` removes all"""


class MetadataPatched(Model):
    success: bool
    version: int
    updated_at: AwareDatetime
    """ISO 8601 UTC"""


class MoveOperation(Model):
    op: Literal["move", "copy"] | str
    from_: Annotated[str, Field(serialization_alias="from")]
    """JSON Pointer (RFC 6901)"""
    path: str
    """JSON Pointer (RFC 6901)"""


class ObjectList(Model):
    objects: list[TrackedObject]
    next_cursor: str | None = None
    """what `cursor` must be for the next page; absent on the last one"""


class ObjectPatch(Model):
    user_label: str | None = None
    custom_data: dict[str, Any] | None = None
    """merged (RFC 7396); at most 16 KB of JSON when merged"""


class ObjectPatched(Model):
    success: bool
    object: EditedObject


class ObjectPosition(Model):
    frame: int
    """the frame: its rank in presentation order, from 0"""
    box: PlacedBox | None = None
    """where the object is, of the kind `box`"""
    corners: list[Point] | None = None
    """where it is, of the kind `surface`: in order around it"""


class ObjectWithTrack(Model):
    """A tracked object with its track."""

    id: str
    kind: Literal["box", "surface"] | str
    label: str
    """detected class"""
    user_label: str | None
    """given by a user"""
    confidence: float
    label_confidence: float | None = None
    """probability of `label` among the texts of the job; only where CLIP gave it"""
    first_frame: int
    """first frame in which it is seen: its rank in presentation order, from 0"""
    last_frame: int
    """last frame in which it is seen: its rank in presentation order, from 0"""
    frame_count: int
    """frames from the first to the last"""
    custom_data: dict[str, Any]
    """free-form data of the user"""
    tracking: Literal["running", "done", "failed"] | str | None = None
    """of a surface: whether it is being tracked through the video, has been, or could not be"""
    tracking_progress: int | None = None
    """percent of the frames that were looked at; only while `tracking` is `running`"""
    failure: Failure | None = None
    """why the surface could not be tracked; only where `tracking` is `failed`"""
    track: list[TrackKeyframe] | None = None
    """keyframes in the order of frames, as in the metadata document; absent with `frames`"""
    positions: list[ObjectPosition] | None = None
    """only with `frames`: where it is in these; frames in which it is not seen are left out"""


class ObjectsInFrame(Model):
    frame: int
    """the frame: its rank in presentation order, from 0"""
    time: float
    """seconds at which it appears, on the clock of keyframes"""
    objects: list[PlacedObject]
    """those that are seen in it, by id"""


class OpenApiDescription(Model):
    openapi: str


class OtherObject(Model):
    """A tracked object of a kind that this package does not know."""

    id: str
    label: str
    user_label: str | None
    confidence: float
    label_confidence: float | None = None
    """probability of `label`; only where CLIP gave it"""
    first_frame: int
    """first frame in which it is seen: its rank in presentation order, from 0"""
    last_frame: int
    """last frame in which it is seen: its rank in presentation order, from 0"""
    frame_count: int
    """frames from the first to the last, those in which it is hidden included"""
    tracked: bool | None = None
    """`false` for a surface of which only the frame is known in which it was marked"""
    custom_data: dict[str, Any]
    kind: str


class Overlay(Model):
    """Something shown over the video. Unknown members are kept."""

    id: str
    name: str | None = None
    position: Point | None = None
    """where its middle is: fractions of the displayed frame, from its top left corner"""
    plugin: OverlayPlugin | None = None


class OverlayPatch(Model):
    """A part of an overlay; `null` removes a member."""

    id: str | None = None
    """known: merged; unknown: appended; none: appended under a new id"""
    delete_: Annotated[bool | None, Field(serialization_alias="$delete")] = None
    """`true` removes the entry of this `id`"""
    name: str | None = None
    position: PointPatch | None = None
    """fractions of the displayed frame"""
    plugin: OverlayPluginPatch | None = None


class OverlayPlugin(Model):
    type: str
    """namespaced: `core:<name>` or `user:<name>`"""
    config: dict[str, Any]
    """
    of `core:text`, `core:image`, `core:shape`, whose members `GET /api/docs` lists, or what
    a type of your own takes; kept as it is
    """


class OverlayPluginPatch(Model):
    type: str | None = None
    """namespaced: `core:<name>` or `user:<name>`"""
    config: dict[str, Any] | None = None
    """
    of `core:text`, `core:image`, `core:shape`, whose members `GET /api/docs` lists, or what
    a type of your own takes; kept as it is
    """


class PartUrl(Model):
    number: int
    url: str
    """accepts the part by PUT, with exactly its length"""


class PlacedBox(Model):
    """Left, top, width and height, in fractions of the displayed frame."""

    x: float
    y: float
    width: float
    height: float


class PlacedObject(Model):
    """An object and where it is in a frame."""

    id: str
    kind: Literal["box", "surface"] | str
    label: str
    """detected class"""
    user_label: str | None
    """given by a user"""
    confidence: float
    custom_data: dict[str, Any]
    """free-form data of the user"""
    box: PlacedBox | None = None
    """where the object is, of the kind `box`"""
    corners: list[Point] | None = None
    """where it is, of the kind `surface`: in order around it"""


class Plugin(Model):
    type: str
    version: str
    title: str | None = None
    description: str | None = None
    config_schema: dict[str, Any]
    """as it was installed; may also be a boolean"""
    installed_at: AwareDatetime
    """ISO 8601 UTC"""


class PluginInstallation(Model):
    type: str
    """namespaced: `user:<name>`, as the `plugin.type` of overlays"""
    version: str
    """Semantic Versioning 2.0.0, without build metadata"""
    title: str | None = None
    description: str | None = None
    config_schema: dict[str, Any]
    """
    JSON Schema 2020-12 of the `plugin.config` of overlays of this type; may also be a
    boolean
    """


class PluginInstalled(Model):
    success: bool
    plugin: InstalledPlugin


class PluginList(Model):
    plugins: list[Plugin]


class PluginRemoved(Model):
    success: bool
    removed: bool
    """whether it was installed"""


class Point(Model):
    x: float
    y: float


class PointPatch(Model):
    x: float | None = None
    y: float | None = None


class ProcessingCancelled(Model):
    success: bool
    status: str


class ProcessingOptions(Model):
    fps: float | None = None
    """frames sampled per second of video; at most those that the video has; default `5`"""
    confidence: float | None = None
    """least confidence of a detection that starts a track; default `0.5`"""
    labels: list[str] | None = None
    """
    classes to detect (none: all that the model knows); with `enableClip` free text, and at
    least one; default `[]`
    """
    enable_clip: bool | None = None
    """
    take `labels` as free text and name each object by its similarity to it: the label that
    fits best, or `unknown` where none fits better than it would fit any object; default
    `false`
    """


class ProjectList(Model):
    projects: list[ProjectListEntry]


class ProjectListEntry(Model):
    video_id: str
    title: str
    revision: int
    """version of the metadata; may trail by about a second"""
    updated_at: AwareDatetime
    """ISO 8601 UTC"""


class ProjectSummary(Model):
    video_id: str
    title: str
    revision: int
    """version of the metadata"""
    video: ProjectVideo
    summary: ItemCounts


class ProjectVideo(Model):
    title: str
    fps: float
    """
    frames per second: one over the step where all frames are equally far apart, to within
    one tick of the file, but for a few that are missing; else the mean
    """
    width: int
    """displayed width in pixels"""
    height: int
    """displayed height in pixels"""
    duration: float
    """seconds from the beginning of the video, whenever that is, to its end"""


class RemoveOperation(Model):
    op: Literal["remove"]
    path: str
    """JSON Pointer (RFC 6901)"""


class RenamedVideo(Model):
    """A video with its new name."""

    id: str
    name: str
    updated_at: AwareDatetime
    """ISO 8601 UTC"""


class Restore(Model):
    """The outcome of restoring the metadata document embedded in the uploaded file."""

    status: Literal["restored", "ignored"] | str
    reason: str | None = None
    """why it was ignored"""


class SampleCounts(Model):
    """the sampled frames"""

    total: int
    """frames to look at: those sampled from the video"""
    processed: int
    """of these, how many detection has come to"""
    detected: int
    """
    of the processed ones, how many the detector looked at: where nothing has changed since
    the last one, its detections stand for the next ones, too
    """


class SecretRotation(Model):
    overlap_hours: int | None = None
    """for how long the present secret signs too; 0 where others may know it; default `24`"""


class SendAgainRequest(Model):
    sequence: int | None = None
    """of the one event to be sent"""
    after: int | None = None
    """
    has the events behind this sequence sent that pass the filter of the webhook, in place
    of one
    """


class SentAgain(Model):
    queued: int
    """how many events will be sent"""
    next: int | None
    """what to send as `after` for those behind them; null where all are queued"""


class SentPart(Model):
    number: int
    etag: str


class ServiceEvent(Model):
    """Something that happened to what an account owns."""

    id: str
    """the same wherever the event is read or sent, however often"""
    sequence: int
    """the event's number among those of the account: 1, 2, 3, without a gap"""
    type: str
    """
    one of `video.created`, `video.processed`, `video.failed`, `video.deleted`,
    `job.queued`, `job.started`, `job.completed`, `job.failed`, `job.cancelled`,
    `surface.tracked`, `surface.failed`, `version.created`, `key.created`, `key.revoked`, or
    what a later release adds
    """
    timestamp: AwareDatetime
    """when it happened; ISO 8601 UTC"""
    version: int
    """of this form: 1"""
    data: EventData


class Success(Model):
    success: bool


class SurfaceKeyframe(Model):
    """Four corners, in fractions of the displayed frame."""

    frame: int
    """the frame: its rank in presentation order, from 0"""
    time: float
    """presentation time of the frame in seconds"""
    hidden: bool | None = None
    """
    begins a stretch in which the object was not seen: nothing is drawn until the next
    keyframe without it; the coordinates are the last ones seen
    """
    corners: list[Point]
    """in order around the surface"""
    confidence: float | None = None
    """
    probability that no corner is off by more than 5 pixels of the frames that were looked
    at
    """


class SurfaceObject(Model):
    """A tracked surface with its track of corners."""

    id: str
    kind: Literal["surface"]
    label: str
    user_label: str | None
    confidence: float
    label_confidence: float | None = None
    """probability of `label`; only where CLIP gave it"""
    first_frame: int
    """first frame in which it is seen: its rank in presentation order, from 0"""
    last_frame: int
    """last frame in which it is seen: its rank in presentation order, from 0"""
    frame_count: int
    """frames from the first to the last, those in which it is hidden included"""
    tracked: bool | None = None
    """`false` for a surface of which only the frame is known in which it was marked"""
    custom_data: dict[str, Any]
    track: list[SurfaceKeyframe]
    """
    keyframes in the order of frames, of the kind of the object. Between two of them
    coordinates are interpolated linearly by `frame`, but not into or out of a hidden
    stretch: before one the last coordinates hold
    """


DocumentObject = TypeAliasType("DocumentObject", BoxObject | SurfaceObject | OtherObject)
"""A tracked object with its track."""


class SurfaceStarted(Model):
    success: bool
    object_id: str
    tracked_frames: int
    """
    frames in which the surface was seen when the answer was sent, the marked one included;
    tracking goes on after that where `GET …/objects` reports `running`
    """


class TestEvent(Model):
    """Stands outside the sequence of events, and has no number there."""

    id: str
    """the same wherever the event is read or sent, however often"""
    type: Literal["webhook.test"]
    timestamp: AwareDatetime
    """when it happened; ISO 8601 UTC"""
    version: int
    """of this form: 1"""
    data: TestEventData


class TestEventData(Model):
    webhook_id: str


class TrackKeyframe(Model):
    """A keyframe of the metadata document: a box, or the corners of a surface."""

    frame: int
    """the frame: its rank in presentation order, from 0"""
    time: float
    """presentation time of the frame in seconds"""
    hidden: bool | None = None
    """begins a stretch in which the object was not seen"""
    x: float | None = None
    y: float | None = None
    width: float | None = None
    height: float | None = None
    corners: list[Point] | None = None
    confidence: float | None = None


class TrackedObject(Model):
    """A tracked object without its track."""

    id: str
    kind: Literal["box", "surface"] | str
    label: str
    """detected class"""
    user_label: str | None
    """given by a user"""
    confidence: float
    label_confidence: float | None = None
    """probability of `label` among the texts of the job; only where CLIP gave it"""
    first_frame: int
    """first frame in which it is seen: its rank in presentation order, from 0"""
    last_frame: int
    """last frame in which it is seen: its rank in presentation order, from 0"""
    frame_count: int
    """frames from the first to the last"""
    custom_data: dict[str, Any]
    """free-form data of the user"""
    tracking: Literal["running", "done", "failed"] | str | None = None
    """of a surface: whether it is being tracked through the video, has been, or could not be"""
    tracking_progress: int | None = None
    """percent of the frames that were looked at; only while `tracking` is `running`"""
    failure: Failure | None = None
    """why the surface could not be tracked; only where `tracking` is `failed`"""


class UploadCompleted(Model):
    id: str
    status: Literal["uploading", "processing", "processed", "failed"] | str


class UploadCompletion(Model):
    parts: list[SentPart]
    crc64nvme: str | None = None
    """CRC-64/NVME of the whole file, base64 of its big-endian bytes"""


class UploadResult(Model):
    id: str
    name: str
    status: Literal["uploading", "processing", "processed", "failed"] | str
    upload_progress: int
    """percent"""
    upload: UploadUrls | None = None
    """the URLs for the parts of an announced file"""


class UploadState(Model):
    """The progress of a direct upload."""

    status: Literal["uploading", "processing", "processed", "failed"] | str
    part_size: int
    """bytes of every part except the last, which may be smaller"""
    parts: list[ArrivedPart]
    """parts that have arrived"""
    remaining: list[PartUrl]
    """parts that have not arrived"""
    expires_at: str
    """ISO 8601 UTC: when the URLs expire; empty without URLs"""


class UploadUrls(Model):
    part_size: int
    """bytes of every part except the last, which may be smaller"""
    parts: list[PartUrl]
    expires_at: str
    """ISO 8601 UTC: when the URLs expire; empty without URLs"""


class ValueOperation(Model):
    op: Literal["add", "replace", "test"] | str
    path: str
    """JSON Pointer (RFC 6901)"""
    value: Any


JsonPatchOperation = TypeAliasType("JsonPatchOperation", ValueOperation | RemoveOperation | MoveOperation)


class VersionAuthor(Model):
    """Who made a change: an API key, or a person in the console."""

    kind: Literal["key", "person"] | str
    id: str
    """of the key, or of the person within the service"""
    name: str | None = None
    """what the key was called; only of keys"""


class VersionChange(Model):
    path: str
    """
    where: a JSON Pointer with ids in place of indices, as `path` of `GET …/metadata` takes
    it
    """
    kind: Literal["added", "changed", "moved", "removed"] | str
    """`moved`: the order of a list, of which `before` and `after` are the ids"""
    before: Any | None = None
    """absent where it was added, and of tracks"""
    after: Any | None = None
    """absent where it was removed, and of tracks"""


class VersionComparison(Model):
    from_: Annotated[int, Field(serialization_alias="from")]
    to: int
    changes: list[VersionChange]
    total: int
    """of changes"""


class VersionEntry(Model):
    """A version of the metadata."""

    version: int
    created_at: AwareDatetime
    """ISO 8601 UTC"""
    description: str
    """what was changed"""
    author: VersionAuthor | None = None
    """
    absent where the service made it: the first version, the result of a job, the track of a
    surface
    """


class VersionList(Model):
    versions: list[VersionEntry]
    current_version: int


class Video(Model):
    """A video with its metadata."""

    id: str
    name: str
    status: Literal["uploading", "processing", "processed", "failed"] | str
    duration: float
    """seconds from the beginning of the video, whenever that is, to its end; 0 until known"""
    thumbnail: str
    """URL; empty until known"""
    created_at: AwareDatetime
    """ISO 8601 UTC"""
    updated_at: AwareDatetime
    """ISO 8601 UTC"""
    width: int
    """displayed width in pixels"""
    height: int
    """displayed height in pixels"""
    fps: float
    """
    frames per second: one over the step where all frames are equally far apart, to within
    one tick of the file, but for a few that are missing; else the mean; 0 until known
    """
    file_size: int
    """bytes"""
    start_time: float | None = None
    """
    seconds at which the first frame is shown, on the clock of the `time` of keyframes and
    of players: of a live recording often its time of day; absent where it is 0, and until
    the video is processed
    """
    undecodable_frames: int | None = None
    """
    pictures that no decoder can show, known before any job: those at the start of a file
    that was cut between key frames, which are not among the frames of the video and have no
    number, and frames whose data is not in the file or in a codec that is not supported,
    which keep theirs; absent until it is processed
    """
    stream_url: str
    """URL of the uploaded file, valid for a limited time; empty until processed"""
    metadata: VideoMetadata
    """{} until the video is processed"""
    failure: Failure | None = None
    """why the file could not be used; only with the status `failed`"""
    restore: Restore | None = None
    """only when the uploaded file had an embedded metadata document"""


class VideoDetails(Model):
    """Properties of the video file; read-only."""

    total_frames: int
    fps: float
    """
    frames per second: one over the step where all frames are equally far apart, to within
    one tick of the file, but for a few that are missing; else the mean
    """
    width: int
    """displayed width in pixels"""
    height: int
    """displayed height in pixels"""


class VideoListEntry(Model):
    """A video in a list."""

    id: str
    name: str
    status: Literal["uploading", "processing", "processed", "failed"] | str
    duration: float
    """seconds from the beginning of the video, whenever that is, to its end; 0 until known"""
    thumbnail: str
    """URL; empty until known"""
    created_at: AwareDatetime
    """ISO 8601 UTC"""
    updated_at: AwareDatetime
    """ISO 8601 UTC"""


class VideoMetadata(Model):
    """The metadata document of a video; without members until the video is processed."""

    schema_version: str | None = None
    """version of the document schema; read-only"""
    video_details: VideoDetails | None = None
    objects: dict[str, DocumentObject] | None = None
    """tracked objects by their id"""
    layers: list[Layer] | None = None
    variables: list[Entry] | None = None
    rules: list[Entry] | None = None


class VideoPage(Model):
    videos: list[VideoListEntry]
    total: int
    page: int
    page_size: int
    next_cursor: str | None = None
    """what `cursor` must be for the next page; absent on the last one"""


class VideoPatch(Model):
    name: str


class VideoRenamed(Model):
    success: bool
    video: RenamedVideo


class Webhook(Model):
    """An address to which events are sent as they happen."""

    id: str
    url: str
    """
    where events are sent: `https`, at a public address; from a local service also `http` to
    the machine itself
    """
    description: str | None
    types: list[str] | None
    """the types of events that are sent; null: all"""
    video_id: str | None
    """the video whose events alone are sent; null: all events"""
    status: Literal["active", "paused", "disabled"] | str
    """nothing is sent while it is `paused`, or `disabled` by the service"""
    disabled_reason: Literal["failing", "gone"] | str | None
    """`failing`: nothing could be delivered for five days; `gone`: it has answered 410"""
    failing_since: AwareDatetime | None
    """since when no attempt has succeeded; null: the last one has"""
    created_at: AwareDatetime
    """ISO 8601 UTC"""
    created_by: VersionAuthor
    former_secret_until: AwareDatetime | None
    """until when the former secret signs too; null: there is none"""


class WebhookAttempt(Model):
    """An event was posted to a webhook."""

    at: AwareDatetime
    """when it began"""
    duration_ms: float
    """milliseconds"""
    status: int | None = None
    """of the answer; 2xx alone is success"""
    answer: str | None = None
    """the first 2 kB of what was answered"""
    failure: Failure | None = None
    """why there is no answer"""


class WebhookDelivery(Model):
    """What became of an event that was to be sent to a webhook."""

    event: ServiceEvent
    """what is sent: the body of the request, with its `id` as `webhook-id`"""
    status: Literal["pending", "delivered", "failed"] | str
    """`pending`: another attempt will be made; `failed`: none will"""
    attempts: list[WebhookAttempt]
    """the newest 20, oldest first"""
    next_attempt_at: AwareDatetime | None


class WebhookDeliveryPage(Model):
    deliveries: list[WebhookDelivery]
    """of events of the last 30 days, newest first"""
    next: int | None
    """what to send as `before` for the older ones, also where none were found; null at the end"""


class WebhookList(Model):
    webhooks: list[Webhook]


class WebhookPatch(Model):
    url: str | None = None
    """
    where events are sent: `https`, at a public address; from a local service also `http` to
    the machine itself
    """
    description: str | None = None
    types: (
        list[
            Literal[
                "video.created",
                "video.processed",
                "video.failed",
                "video.deleted",
                "job.queued",
                "job.started",
                "job.completed",
                "job.failed",
                "job.cancelled",
                "surface.tracked",
                "surface.failed",
                "version.created",
                "key.created",
                "key.revoked",
            ]
            | str
        ]
        | None
    ) = None
    """the types of events that are sent; null: all, those of later releases included"""
    video_id: str | None = None
    """the video whose events alone are sent; null: those of all videos, and of keys"""
    status: Literal["active", "paused"] | str | None = None
    """
    `active` has a disabled one begin again; what happened meanwhile is sent on request
    alone
    """


class WebhookRequest(Model):
    url: str
    """
    where events are sent: `https`, at a public address; from a local service also `http` to
    the machine itself
    """
    description: str | None = None
    """default `null`"""
    types: (
        list[
            Literal[
                "video.created",
                "video.processed",
                "video.failed",
                "video.deleted",
                "job.queued",
                "job.started",
                "job.completed",
                "job.failed",
                "job.cancelled",
                "surface.tracked",
                "surface.failed",
                "version.created",
                "key.created",
                "key.revoked",
            ]
            | str
        ]
        | None
    ) = None
    """
    the types of events that are sent; null: all, those of later releases included; default
    `null`
    """
    video_id: str | None = None
    """
    the video whose events alone are sent; null: those of all videos, and of keys; default
    `null`
    """


class WebhookTest(Model):
    event: TestEvent
    attempt: WebhookAttempt


class WebhookWithSecret(Model):
    webhook: Webhook
    secret: str
    """signs what is sent (Standard Webhooks); no other answer has it"""
