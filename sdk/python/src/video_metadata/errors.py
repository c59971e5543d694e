"""What the client raises: :class:`ApiError` for an error answer, :class:`ConnectionFailure` where there is none.

``except NotFound`` and its like catch what a program acts on; ``error.code`` tells the rest apart. Codes that this
package does not know have the class of their HTTP status.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from video_metadata.models import Failure, JobStatus, TrackedObject, Video

#: ``absent``: nothing listens at the address. ``broken``: the connection or the answer broke off, or a proxy
#: answered in place of the service. ``foreign``: what answered is not the API.
Reason = Literal["absent", "broken", "foreign"]


class VideoMetadataError(Exception):
    """Whatever this package raises of its own."""


class ConnectionFailure(VideoMetadataError):
    """The API did not answer, or what answered is not the API."""

    def __init__(self, message: str, reason: Reason = "broken") -> None:
        super().__init__(message)
        self.reason: Reason = reason


class TimedOut(ConnectionFailure):
    """The service did not answer in time."""


class UploadInterrupted(ConnectionFailure):
    """An upload in parts broke off. What has arrived is kept for a day: ``upload(file, resume=error.video_id)``."""

    def __init__(self, message: str, video_id: str, reason: Reason = "broken") -> None:
        super().__init__(message, reason)
        self.video_id = video_id


class UploadFailed(VideoMetadataError):
    """An upload cannot succeed, such as one that is resumed with another file."""


class ApiError(VideoMetadataError):
    """An error answer of the API."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int,
        field: str | None = None,
        details: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: Names the error; the API reference lists them all.
        self.code = code
        #: HTTP status.
        self.status = status
        #: The offending parameter.
        self.field = field
        #: Depends on the code; for a range ``min``, ``max`` and ``provided``.
        self.details: Mapping[str, Any] = details or {}
        #: Names the request in the service's logs.
        self.request_id = request_id
        #: Seconds after which a refused call may be repeated.
        self.retry_after = retry_after

    def __str__(self) -> str:
        request = "" if self.request_id is None else f" (request {self.request_id})"
        return f"{self.code}: {self.message}{request}"


class InvalidRequest(ApiError):
    """400: a parameter, a file or a change that the service does not take."""


class Unauthenticated(ApiError):
    """401: the key is missing, unknown, expired or revoked."""


class Forbidden(ApiError):
    """403: the key or the account may not do this."""


class QuotaExceeded(Forbidden):
    """The account has as many videos, bytes, jobs … as its tier allows: ``details`` has quota, max and current."""


class NotFound(ApiError):
    """404: there is no such video, object, version, path or job."""


class Conflict(ApiError):
    """409: the state of the video does not admit this now."""


class VersionConflict(Conflict):
    """The version that a write is based on is no longer the newest."""

    @property
    def current(self) -> int | None:
        """The newest version."""
        current = self.details.get("current")
        return current if isinstance(current, int) else None

    @property
    def conflicting_paths(self) -> list[str]:
        """What others have changed of what the write changes."""
        paths = self.details.get("conflictingPaths")
        return [str(path) for path in paths] if isinstance(paths, list) else []


class NotReady(Conflict):
    """The video is not processed yet, or could not be."""


class JobInProgress(Conflict):
    """The video has a job that is not over."""


class RateLimited(ApiError):
    """429: the requests of this minute are used up, or too many write to one document; nothing was done."""


class ServerError(ApiError):
    """5xx: the service failed; ``request_id`` names the request to its operators."""


class OutcomeError(VideoMetadataError):
    """What was waited for has ended otherwise."""

    def __init__(self, message: str, failure: Failure | None) -> None:
        super().__init__(message if failure is None else f"{message}: {failure.message} ({failure.code})")
        #: The service's reason.
        self.failure = failure


class VideoFailed(OutcomeError):
    """The file cannot be used."""

    def __init__(self, video: Video) -> None:
        super().__init__(f"The video {video.id} cannot be used", video.failure)
        self.video = video


class JobFailed(OutcomeError):
    """The job failed or was cancelled; ``job.status`` tells which."""

    def __init__(self, job: JobStatus) -> None:
        super().__init__(f"The job {job.job_id} is {job.status}", job.error)
        self.job = job


class SurfaceFailed(OutcomeError):
    """The surface could not be tracked."""

    def __init__(self, surface: TrackedObject) -> None:
        super().__init__(f"The surface {surface.id} could not be tracked", surface.failure)
        self.surface = surface


class WaitTimeout(VideoMetadataError, TimeoutError):
    """What was waited for has not come about in time. It may still."""


class WebhookVerificationError(VideoMetadataError):
    """What was received as a webhook is none that the service sent for this secret, or none of now."""


_BY_CODE: Mapping[str, type[ApiError]] = {
    "QUOTA_EXCEEDED": QuotaExceeded,
    "VERSION_CONFLICT": VersionConflict,
    "VIDEO_NOT_READY": NotReady,
    "JOB_IN_PROGRESS": JobInProgress,
}

_BY_STATUS: Mapping[int, type[ApiError]] = {
    400: InvalidRequest,
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    429: RateLimited,
}


def error_class(code: str, status: int) -> type[ApiError]:
    """The class for an error answer."""
    return _BY_CODE.get(code) or _BY_STATUS.get(status) or (ServerError if status >= 500 else ApiError)
