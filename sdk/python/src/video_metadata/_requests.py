"""What a call sends, without sending it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlsplit

import httpx
from pydantic import BaseModel

from video_metadata._model import Model
from video_metadata._version import __version__

#: Media types of a PATCH of metadata.
MERGE_BY_ID = "application/json"
MERGE_PATCH = "application/merge-patch+json"
JSON_PATCH = "application/json-patch+json"

USER_AGENT = f"video-metadata-service-python/{__version__}"

Body = Model | Mapping[str, Any] | Sequence[Model | Mapping[str, Any]]
M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Request(Generic[M]):
    """A call of an endpoint whose answer is a model."""

    answer: type[M]
    method: str
    path: str
    query: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Makes the body; called for every attempt.
    body: Callable[[], Any] | None = None
    #: An earlier answer, which is returned again where the service says that it is the newest still.
    held: M | None = None

    @property
    def repeatable(self) -> bool:
        """Whether a second call does no harm."""
        return self.method in ("GET", "POST")

    def sent_headers(self) -> dict[str, str]:
        """With what makes a POST repeatable."""
        key = {"Idempotency-Key": str(uuid.uuid4())} if self.method == "POST" else {}
        held = {} if self.held is None else {"If-None-Match": f'"{version_number(self.held)}"'}
        return {**key, **held, **self.headers}

    @property
    def sent_query(self) -> dict[str, str | list[str]]:
        return {name: _sent(value) for name, value in self.query.items() if value is not None}


def _sent(value: object) -> str | list[str]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [str(each) for each in value]
    if isinstance(value, bool):
        return str(value).lower()
    return decimal(value) if isinstance(value, float) else str(value)


def decimal(number: float) -> str:
    """A number without an exponent, as the API takes it."""
    return f"{Decimal(repr(float(number))):f}"


def service_address(api_url: str) -> str:
    """The prefix of all paths, without a trailing slash. Raises ValueError for what is no address."""
    parts = urlsplit(api_url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f"{api_url!r} is no address such as https://example.com")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def at(template: str, *parameters: str) -> str:
    """A path with parameters in place of ``{}``. Raises ValueError for what cannot be part of a path."""
    for parameter in parameters:
        # URL parsers resolve dot segments, encoded or not, so that the call would reach another endpoint.
        if parameter in ("", ".", ".."):
            raise ValueError(f"{parameter!r} cannot be an id")
    return template.format(*(quote(parameter, safe="") for parameter in parameters))


def pointer(path: Sequence[str]) -> str:
    """The JSON Pointer (RFC 6901) of names. Raises TypeError for a text, which is a sequence of its characters."""
    if isinstance(path, str):
        raise TypeError(f"The path must be a list of names, not {path!r}")
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in path)


def version_number(version: int | Model) -> int:
    """The version itself, or that of an answer. Raises ValueError for an answer that has none."""
    number = version.http.version if isinstance(version, Model) else version
    if number is None:
        raise ValueError("This answer has no version; one of get_metadata, list_objects or a write of metadata has")
    return number


def if_match_header(version: int | Model | None) -> dict[str, str]:
    """The header for the version a write is based on. Raises like ``version_number``."""
    return {} if version is None else {"If-Match": f'"{version_number(version)}"'}


def usable_key(api_key: str) -> str:
    """The key without white space around it. Raises ValueError for what no header can hold."""
    key = api_key.strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError("The API key has characters that no key has: is it shortened, or more than the key?")
    return key


def json_of(body: Body) -> bytes:
    """The JSON of a body: of models what has been set, None included. Raises ValueError for NaN and infinities."""
    return json.dumps(body, default=_members, allow_nan=False, ensure_ascii=False).encode("utf-8", "replace")


def _members(value: object) -> Any:
    if isinstance(value, BaseModel):
        # Not `mode="json"`, which makes null of NaN.
        return value.model_dump(by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "tolist"):
        return value.tolist()  # numbers and arrays of NumPy
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def json_request(
    answer: type[M],
    method: str,
    path: str,
    body: Body,
    *,
    media_type: str = MERGE_BY_ID,
    version: int | Model | None = None,
    query: Mapping[str, object] | None = None,
) -> Request[M]:
    """A call with a body of JSON."""
    content = json_of(body)
    headers = {"Content-Type": media_type, **if_match_header(version)}
    return Request(answer, method, path, query or {}, headers, lambda: content)


def http_timeout(timeout: float | httpx.Timeout | None) -> httpx.Timeout:
    """A number is seconds for each of connecting, and the next bytes sent or received."""
    return timeout if isinstance(timeout, httpx.Timeout) else httpx.Timeout(timeout)
