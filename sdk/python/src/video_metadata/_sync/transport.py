# Written from _async/transport.py by scripts/write_sync.py.

"""Sends calls: with the key, again where that helps, and with errors in terms of the API."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import httpx

from video_metadata._answers import connection_failure, read_answer, require_success
from video_metadata._requests import USER_AGENT, M, Request
from video_metadata._sync.runtime import Clock
from video_metadata.errors import ApiError, ConnectionFailure
from video_metadata.retries import Retries

log = logging.getLogger("video_metadata")


class Transport:
    """A service at an address, as the holder of a key calls it."""

    def __init__(self, address: str, api_key: str, http: httpx.Client, *, retries: Retries, clock: Clock) -> None:
        self._address = address
        self._headers = {"Authorization": f"Bearer {api_key}", "User-Agent": USER_AGENT}
        self._http = http
        self._retries = retries
        self.clock = clock

    def call(self, request: Request[M]) -> M:
        """Raises ApiError or ConnectionFailure."""
        headers = request.sent_headers()
        failures = 0
        while True:
            try:
                return read_answer(request, self.send(request, headers))
            except (ApiError, ConnectionFailure) as error:
                failures += 1
                self.pause(error, failures, repeatable=request.repeatable)

    def raw(self, request: Request[M]) -> httpx.Response:
        """Like ``call``; the answer is not read."""
        headers = request.sent_headers()
        failures = 0
        while True:
            try:
                response = self.send(request, headers)
                require_success(response)
                return response
            except (ApiError, ConnectionFailure) as error:
                failures += 1
                self.pause(error, failures, repeatable=request.repeatable)

    def pause(self, error: Exception, failures: int, *, repeatable: bool = True) -> None:
        """Waits before the next attempt, or raises what the last one raised."""
        seconds = self._retries.pause_before_next(error, failures, repeatable=repeatable)
        if seconds is None:
            raise error
        log.info("again in %.1f s: %s", seconds, error)
        self.clock.sleep(seconds)

    def send(self, request: Request[M], headers: Mapping[str, str]) -> httpx.Response:
        """Sends a call once."""
        url = self._address + request.path
        try:
            return self._http.request(
                request.method,
                url,
                params=request.sent_query or None,
                headers={**headers, **self._headers},
                content=None if request.body is None else request.body(),
                follow_redirects=False,
            )
        except httpx.HTTPError as error:
            raise connection_failure(url, error) from error

    def put(self, url: str, content: Iterator[bytes], length: int) -> httpx.Response:
        """Sends bytes to an address that the service has given out, without the key."""
        headers = {"Content-Length": str(length), "User-Agent": USER_AGENT}
        try:
            return self._http.put(url, content=content, headers=headers)
        except httpx.HTTPError as error:
            raise connection_failure(url, error) from error

    @contextmanager
    def download(self, url: str, headers: Mapping[str, str]) -> Iterator[httpx.Response]:
        """What is at an address that the service has given out, asked for without the key."""
        # As it is: a file's length and its parts are those of its bytes.
        sent = {"Accept-Encoding": "identity", "User-Agent": USER_AGENT, **headers}
        try:
            with self._http.stream("GET", url, headers=sent, follow_redirects=True) as response:
                yield response
        except httpx.HTTPError as error:
            raise connection_failure(url, error) from error
