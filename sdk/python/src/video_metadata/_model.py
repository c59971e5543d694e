"""What all models have in common."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict
from typing_extensions import Self

_SPECIAL = {"delete_": "$delete", "from_": "from"}


def wire_name(name: str) -> str:
    """The member of JSON for an attribute: ``first_frame`` is ``firstFrame``."""
    return _SPECIAL.get(name) or re.sub(r"_(\w)", lambda match: match[1].upper(), name)


@dataclass(frozen=True)
class Http:
    """What an answer said besides its body."""

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def request_id(self) -> str | None:
        """Names the request in the service's logs."""
        return self.headers.get("x-request-id")

    @property
    def version(self) -> int | None:
        """The version of the metadata document, by the answer's ``ETag``; as ``if_match`` takes it.

        A proxy that compresses the answer marks the tag as weak.
        """
        match = re.fullmatch(r'(?:W/)?"(\d+)"', self.headers.get("etag", ""))
        return None if match is None else int(match[1])


class Model(BaseModel):
    """A part of an answer or of a request.

    Attributes are in snake case, members of JSON in camel case; both are taken. Members that this package does
    not know are kept, in ``model_extra``, and are sent back.
    """

    model_config = ConfigDict(
        alias_generator=wire_name,
        extra="allow",
        protected_namespaces=(),
        validate_by_alias=True,
        validate_by_name=True,
    )

    # A slot: private attributes would be set up for every keyframe of a document.
    __slots__ = ("_http",)

    @property
    def http(self) -> Http:
        """Status, headers and version of the answer whose body this is; empty for parts of a body."""
        http: Http = getattr(self, "_http", Http())
        return http

    def with_http(self, http: Http) -> Self:
        """Notes the answer that this is the body of."""
        object.__setattr__(self, "_http", http)
        return self

    @classmethod
    def from_json(cls, content: bytes) -> Self:
        """Reads the body of an answer. Raises ValueError."""
        return cls.model_validate_json(content)


class Value(Model):
    """Any value of a metadata document."""

    value: Any

    @classmethod
    def from_json(cls, content: bytes) -> Self:
        return cls(value=json.loads(content))
