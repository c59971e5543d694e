"""What lists can be asked for: the parameters of the API, in snake case.

A sequence names alternatives; different parameters must all be met. Regions are left, top, width and height, in
fractions of the displayed frame.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import Literal

from typing_extensions import TypedDict

from video_metadata._model import wire_name
from video_metadata._requests import decimal

Region = tuple[float, float, float, float]
ObjectSort = Literal[
    "firstFrame",
    "-firstFrame",
    "lastFrame",
    "-lastFrame",
    "frameCount",
    "-frameCount",
    "confidence",
    "-confidence",
    "label",
    "-label",
    "id",
    "-id",
]


class FrameQuery(TypedDict, total=False):
    """What is asked of the objects in one frame."""

    #: The detected class, exactly.
    label: str | Sequence[str]
    #: Part of the name that a user gave, in upper or lower case.
    user_label: str | Sequence[str]
    kind: str | Sequence[str]
    min_confidence: float
    max_confidence: float
    #: Members of `customData`, by name.
    custom_data: Mapping[str, object]
    #: Objects that touch this part of the frame.
    region: Region
    #: Of the metadata; the newest by default.
    version: int


class ObjectQuery(FrameQuery, total=False):
    """What is asked of the objects of a video."""

    #: With `to_frame`, both included: objects that are seen in a frame of this range.
    from_frame: int
    to_frame: int
    #: The same in seconds.
    from_time: float
    to_time: float
    #: Whether it is hidden, between its first and its last frame, in a frame of the range or, without one, anywhere.
    hidden: bool
    #: The highest first with `-`.
    sort: ObjectSort
    #: The most objects of an answer.
    limit: int


class VideoQuery(TypedDict, total=False):
    """What is asked of videos."""

    #: Part of the name, in upper or lower case.
    name: str
    status: str | Sequence[str]
    #: A class that an object was detected as.
    label: str | Sequence[str]
    created_from: datetime
    created_before: datetime
    updated_from: datetime
    updated_before: datetime
    #: `name`, `createdAt`, `updatedAt` or `duration`; the highest first with `-`.
    sort: str


def parameters(query: Mapping[str, object]) -> dict[str, object]:
    """The parameters of a query by their names in the API; times of no zone are those of the machine's."""
    return {wire_name(name): _value(name, value) for name, value in query.items()}


def _value(name: str, value: object) -> object:
    if name == "custom_data" and isinstance(value, Mapping):
        return [f"{key}={_text(member)}" for key, member in value.items()]
    if name == "region" and isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(decimal(number) for number in value)
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"
    return value


def _text(member: object) -> str:
    """As the service writes it: JSON as that of JavaScript, which has one kind of numbers."""
    return member if isinstance(member, str) else json.dumps(_plain(member), ensure_ascii=False, separators=(",", ":"))


def _plain(value: object) -> object:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {name: _plain(member) for name, member in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
