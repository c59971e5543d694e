"""Webhooks are verified as the library of Standard Webhooks signs them."""

from __future__ import annotations

import base64
import datetime
import json
import re
from typing import Any

import flask
import httpx
import pytest
from conftest import ROOT
from standardwebhooks import Webhook

from video_metadata import WebhookVerificationError, verify_webhook

FEATURES = ["webhooks: verify what was received"]
PAYLOAD = json.dumps({"type": "video.processed", "data": {"name": "Häfen – 港"}}, ensure_ascii=False)
SENT_AT = 1_674_087_231


def secret_of(text: str) -> str:
    return "whsec_" + base64.b64encode(text.encode()).decode()


SECRET = secret_of("of the endpoint, with 32 bytes ..")
OLD = secret_of("the one before the rotation .....")


def signed(*secrets: str, payload: str = PAYLOAD, at: int = SENT_AT) -> dict[str, str]:
    time = datetime.datetime.fromtimestamp(at, datetime.timezone.utc)
    signatures = [Webhook(secret).sign("evt_1", time, payload) for secret in secrets]
    return {"webhook-id": "evt_1", "webhook-timestamp": str(at), "webhook-signature": " ".join(signatures)}


def verify(
    payload: bytes | str, headers: Any, secret: str | list[str] = SECRET, *, after: float = 0, **options: float
) -> Any:
    return verify_webhook(payload, headers, secret, now=lambda: SENT_AT + after, **options)


@pytest.mark.parametrize("payload", [PAYLOAD, PAYLOAD.encode()])
def test_a_webhook_of_the_service_gives_its_event(payload: bytes | str) -> None:
    assert verify(payload, signed(SECRET)) == json.loads(PAYLOAD)


def test_headers_may_be_of_any_case_and_framework() -> None:
    headers = signed(SECRET)
    assert verify(PAYLOAD, {name.title(): value for name, value in headers.items()})
    assert verify(PAYLOAD, httpx.Headers(headers))


def test_either_secret_verifies_during_a_rotation() -> None:
    for secret in (SECRET, OLD, [OLD, SECRET]):
        assert verify(PAYLOAD, signed(SECRET, OLD), secret)
    assert verify(PAYLOAD, signed(SECRET), [OLD, SECRET])


def test_signatures_of_other_versions_are_passed_over() -> None:
    headers = signed(SECRET)
    headers["webhook-signature"] = f"v1a,AAAA v1, ü v1,ü {headers['webhook-signature']}"
    assert verify(PAYLOAD, headers)


def test_five_minutes_are_tolerated_or_as_many_as_are_wanted() -> None:
    for after in (-300, 300):
        assert verify(PAYLOAD, signed(SECRET), after=after)
    for after in (-301, 301):
        with pytest.raises(WebhookVerificationError):
            verify(PAYLOAD, signed(SECRET), after=after)
    assert verify(PAYLOAD, signed(SECRET), after=86_400, tolerance=86_400)


@pytest.mark.parametrize(
    "changed",
    [
        {"webhook-id": "evt_2"},
        {"webhook-id": ""},
        {"webhook-timestamp": str(SENT_AT + 1)},
        {"webhook-timestamp": ""},
        {"webhook-timestamp": "now"},
        {"webhook-timestamp": "1_674_087_231"},
        {"webhook-timestamp": "١٦٧٤٠٨٧٢٣١"},
        {"webhook-signature": ""},
        {"webhook-signature": "v1,"},
        {"webhook-signature": signed(SECRET)["webhook-signature"][:-4]},
        {"webhook-signature": signed(SECRET)["webhook-signature"].replace("v1,", "v2,")},
        signed(OLD),
    ],
)
def test_what_the_service_did_not_send_is_refused(changed: dict[str, str]) -> None:
    with pytest.raises(WebhookVerificationError):
        verify(PAYLOAD, {**signed(SECRET), **changed})


def test_another_body_is_refused_and_so_is_no_json() -> None:
    with pytest.raises(WebhookVerificationError, match="no signature"):
        verify(PAYLOAD + " ", signed(SECRET))
    with pytest.raises(WebhookVerificationError, match="no JSON"):
        verify("plain", signed(SECRET, payload="plain"))
    with pytest.raises(WebhookVerificationError, match="webhook-id is missing"):
        verify(PAYLOAD, {})


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_ü", "whsec_%", []])
def test_a_secret_that_is_none_is_a_mistake_of_the_program(secret: str | list[str]) -> None:
    with pytest.raises(ValueError, match="secret"):
        verify(PAYLOAD, signed(SECRET), secret)


def test_the_receiver_of_the_readme_takes_only_what_the_service_sent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VMS_WEBHOOK_SECRET", SECRET)
    found = re.search(r"```py\n(.*?)```", (ROOT / "sdk/python/README.md").read_text("utf-8"), re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {"__name__": "receiver"}
    exec(found[1], names)
    app: flask.Flask = names["app"]
    now = int(datetime.datetime.now(datetime.timezone.utc).timestamp())
    sent = {"data": PAYLOAD.encode(), "content_type": "application/json"}
    answers = [app.test_client().post("/webhooks", headers=signed(one, at=now), **sent) for one in (SECRET, OLD)]
    assert [answer.status_code for answer in answers] == [204, 400]
    assert capsys.readouterr().out == "evt_1 video.processed\n"
