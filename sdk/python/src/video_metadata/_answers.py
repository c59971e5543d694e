"""Reads answers."""

from __future__ import annotations

import email.utils
import json
import ssl
import time
from typing import Any

import httpx

from video_metadata._model import Http
from video_metadata._requests import M, Request
from video_metadata.errors import ConnectionFailure, TimedOut, error_class


def read_answer(request: Request[M], response: httpx.Response) -> M:
    """Raises ApiError for an error of the API, ConnectionFailure for an answer that is not the API's."""
    if response.status_code == 304 and request.held is not None:
        return request.held
    require_success(response)
    try:
        answer = request.answer.from_json(response.content)
    except ValueError as error:
        raise _foreign(response) from error
    return answer.with_http(Http(response.status_code, response.headers))


def require_success(response: httpx.Response) -> None:
    """Raises like ``read_answer``. The body must have been read."""
    if response.is_success:
        return
    try:
        error = json.loads(response.content)["error"]
        code, message = error["code"], error["message"]
    except (ValueError, TypeError, KeyError):
        raise _foreign(response) from None
    if not isinstance(code, str) or not isinstance(message, str):
        raise _foreign(response)
    details = error.get("details")
    raise error_class(code, response.status_code)(
        message,
        code=code,
        status=response.status_code,
        field=error.get("field"),
        details=details if isinstance(details, dict) else None,
        request_id=response.headers.get("x-request-id"),
        retry_after=_seconds(response.headers.get("retry-after")),
    )


def _foreign(response: httpx.Response) -> Exception:
    address = response.url.copy_with(query=None)
    status = response.status_code
    if status == 429:
        # A gateway before the service, in a form of its own.
        return error_class("", 429)(
            f"{address} refused the request",
            code="RATE_LIMITED",
            status=429,
            retry_after=_seconds(response.headers.get("retry-after")),
        )
    if response.has_redirect_location:
        # Not followed: the key would be sent to wherever it leads.
        target = response.url.join(response.headers["location"]).copy_with(query=None)
        return ConnectionFailure(f"{address} leads to {target}: is that the address of the service?", "foreign")
    return ConnectionFailure(
        f"{address} answered {status} with something that is not the API's",
        # A proxy answers 5xx in place of the API only when the API does not answer.
        "broken" if status >= 500 else "foreign",
    )


def _seconds(retry_after: str | None) -> float | None:
    """Seconds from now; the header has them as a number or as a date (RFC 9110)."""
    if retry_after is None:
        return None
    try:
        return max(0.0, float(int(retry_after)))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (ValueError, TypeError):
        return None


def connection_failure(url: str, error: httpx.HTTPError) -> ConnectionFailure:
    """What a failure of the network is to callers."""
    address = httpx.URL(url).copy_with(path="/", query=None)
    if isinstance(error, httpx.ConnectTimeout):
        return TimedOut(f"{address} cannot be reached: no connection in time", "absent")
    if isinstance(error, httpx.TimeoutException):
        return TimedOut(f"{address} did not answer in time")
    text = str(error) or type(error).__name__
    if isinstance(error, httpx.ConnectError):
        distrusted = "CERTIFICATE_VERIFY_FAILED" in text or _caused_by(error, ssl.SSLError)
        return ConnectionFailure(f"{address} cannot be reached: {text}", "foreign" if distrusted else "absent")
    return ConnectionFailure(f"The connection to {address} broke: {text}")


def _caused_by(error: BaseException, kind: type[BaseException]) -> bool:
    cause: Any = error
    while cause is not None:
        if isinstance(cause, kind):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
