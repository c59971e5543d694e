"""A client of the Video Metadata Service.

>>> from video_metadata import Client
>>> client = Client("http://127.0.0.1:8787", "vms_sk_…")

:class:`Client` blocks, :class:`AsyncClient` is awaited; both have the same methods. Answers are the models of
:mod:`video_metadata.models`, errors those of :mod:`video_metadata.errors`, and :mod:`video_metadata.tracks` says where
objects are in frames.
"""

from video_metadata._async.client import DEFAULT_TIMEOUT, AsyncClient
from video_metadata._async.runtime import AsyncClock
from video_metadata._model import Http, Model, Value
from video_metadata._sync.client import Client
from video_metadata._sync.runtime import Clock
from video_metadata._version import __version__
from video_metadata.errors import (
    ApiError,
    Conflict,
    ConnectionFailure,
    Forbidden,
    InvalidRequest,
    JobFailed,
    JobInProgress,
    NotFound,
    NotReady,
    QuotaExceeded,
    RateLimited,
    ServerError,
    SurfaceFailed,
    TimedOut,
    Unauthenticated,
    UploadFailed,
    UploadInterrupted,
    VersionConflict,
    VideoFailed,
    VideoMetadataError,
    WaitTimeout,
    WebhookVerificationError,
)
from video_metadata.queries import FrameQuery, ObjectQuery, VideoQuery
from video_metadata.retries import Retries
from video_metadata.tracks import Box, Corner, box_at, corners_at, frames_of, to_numpy, to_pandas
from video_metadata.webhooks import verify_webhook

__all__ = [
    "DEFAULT_TIMEOUT",
    "ApiError",
    "AsyncClient",
    "AsyncClock",
    "Box",
    "Client",
    "Clock",
    "Conflict",
    "ConnectionFailure",
    "Corner",
    "Forbidden",
    "FrameQuery",
    "Http",
    "InvalidRequest",
    "JobFailed",
    "JobInProgress",
    "Model",
    "NotFound",
    "NotReady",
    "ObjectQuery",
    "QuotaExceeded",
    "RateLimited",
    "Retries",
    "ServerError",
    "SurfaceFailed",
    "TimedOut",
    "Unauthenticated",
    "UploadFailed",
    "UploadInterrupted",
    "Value",
    "VersionConflict",
    "VideoFailed",
    "VideoMetadataError",
    "VideoQuery",
    "WaitTimeout",
    "WebhookVerificationError",
    "__version__",
    "box_at",
    "corners_at",
    "frames_of",
    "to_numpy",
    "to_pandas",
    "verify_webhook",
]
