"""Verifies what was received as a webhook, by Standard Webhooks 1.0."""

from __future__ import annotations

import base64
import hmac
import json
import re
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from video_metadata.errors import WebhookVerificationError


class Headers(Protocol):
    """Headers as a framework has them: a mapping, or what has its ``items``."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(
    payload: bytes | str,
    headers: Headers,
    secret: str | Sequence[str],
    *,
    tolerance: float = 300.0,
    now: Callable[[], float] = time.time,
) -> Any:
    """The event that a webhook brings, once its signature and its time are right.

    It may come more than once: the header ``webhook-id`` is the same each time.

    :param payload: the body as it was received, not parsed
    :param secret: that of the webhook; during a rotation the old and the new one
    :param tolerance: seconds by which the time of the attempt may differ from the clock
    :raises WebhookVerificationError: for what the service did not send, or not now
    :raises ValueError: for a secret that is none
    """
    keys = [_key(one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise ValueError("verify_webhook needs a secret")
    body = payload.encode() if isinstance(payload, str) else payload
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        _header(given, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _require_recent(timestamp, tolerance, now())
    content = f"{message_id}.{timestamp}.".encode() + body
    # All of them, in constant time each.
    matches = [
        hmac.compare_digest(expected, signature.encode())
        for expected in [_signature(key, content) for key in keys]
        for signature in signatures.split(" ")
    ]
    if not any(matches):
        raise WebhookVerificationError("The webhook has no signature of this secret")
    try:
        return json.loads(body)
    except ValueError as error:
        raise WebhookVerificationError("The webhook is signed, but no JSON") from error


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise ValueError("The secret of a webhook is whsec_ and Base64") from None
    return key


def _signature(key: bytes, content: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.digest(key, content, "sha256"))


def _header(headers: dict[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"The header {name} is missing")
    return value


def _require_recent(timestamp: str, tolerance: float, now: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The header webhook-timestamp is no time")
    age = int(now) - int(timestamp)
    if abs(age) > tolerance:
        raise WebhookVerificationError(f"The webhook is of {abs(age)} s {'ago' if age > 0 else 'in the future'}")
