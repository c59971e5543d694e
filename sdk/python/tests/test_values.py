"""What is refused before anything is sent, and what models send."""

from __future__ import annotations

import datetime
from fractions import Fraction

import numpy as np
import pytest

from video_metadata import Client, Retries, ServerError
from video_metadata._model import Model
from video_metadata._requests import Request, at, if_match_header, json_of, pointer, service_address
from video_metadata.models import EntryPatch, MoveOperation, ObjectPatch, OverlayPatch
from video_metadata.queries import parameters

FEATURES = ["answers of newer services", "retries, Retry-After, Idempotency-Key"]


@pytest.mark.parametrize("parameter", ["", ".", ".."])
def test_an_id_that_would_lead_elsewhere_is_refused(parameter: str) -> None:
    with pytest.raises(ValueError, match="cannot be an id"):
        at("/api/videos/{}", parameter)


def test_an_id_is_one_segment_of_the_path() -> None:
    assert at("/api/videos/{}", "a/../b?c#d{}é") == "/api/videos/a%2F..%2Fb%3Fc%23d%7B%7D%C3%A9"


def test_a_service_may_have_a_path_and_must_have_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert service_address("https://api.example/prod/") == "https://api.example/prod"
    for address in ("127.0.0.1:8787", "ftp://example", "https://"):
        with pytest.raises(ValueError, match="is no address"):
            Client(address, "key")
    monkeypatch.delenv("VMS_API_URL", raising=False)
    monkeypatch.setenv("VMS_API_KEY", "key\n")
    with pytest.raises(ValueError, match="VMS_API_URL"):
        Client()
    monkeypatch.setenv("VMS_API_URL", "http://127.0.0.1:1")
    assert repr(Client()) == "Client('http://127.0.0.1:1')"
    with pytest.raises(ValueError, match="is it shortened"):
        Client(api_key="vms_sk_…")
    monkeypatch.delenv("VMS_API_KEY")
    with pytest.raises(ValueError, match="VMS_API_KEY"):
        Client()


def test_a_base_without_a_version_is_refused() -> None:
    with pytest.raises(ValueError, match="has no version"):
        if_match_header(ObjectPatch())


def test_models_send_what_was_set_with_none_in_camel_case() -> None:
    patch = OverlayPatch.model_validate({"id": "t", "plugin": None, "blendMode": "screen"})
    assert json_of(patch) == b'{"id": "t", "plugin": null, "blendMode": "screen"}'
    assert json_of([MoveOperation(op="move", from_="/a", path="/b")]) == b'[{"op": "move", "from": "/a", "path": "/b"}]'
    assert json_of({"layers": [EntryPatch(id="x", delete_=True)]}) == b'{"layers": [{"id": "x", "$delete": true}]}'


def test_numbers_of_numpy_and_dates_are_sent_and_what_json_lacks_is_not() -> None:
    sent = {"n": np.int64(7), "box": np.array([0.5, 1]), "at": datetime.date(2026, 1, 2)}
    assert json_of(sent) == b'{"n": 7, "box": [0.5, 1.0], "at": "2026-01-02"}'
    for refused in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="not JSON compliant"):
            json_of(ObjectPatch(custom_data={"x": refused}))
    with pytest.raises(TypeError, match="Fraction cannot be sent"):
        json_of({"x": Fraction(1, 3)})


def test_pauses_grow_differ_between_clients_and_are_not_shorter_than_asked() -> None:
    failure = ServerError("No.", code="INTERNAL_ERROR", status=503, retry_after=2)
    latest = Retries(random=lambda: 1.0)
    assert [latest.pause_after(failure, count) for count in (1, 2, 3, 4)] == [2.25, 2.5, 3.0, 6.0]
    assert Retries(attempts=1).pause_before_next(failure, 1, repeatable=True) is None


def test_queries_are_written_as_the_api_reads_them() -> None:
    zone = datetime.timezone(datetime.timedelta(hours=2))
    moment = datetime.datetime(2026, 1, 1, 12, tzinfo=zone)
    assert parameters({"created_from": moment}) == {"createdFrom": "2026-01-01T10:00:00Z"}
    assert parameters({"region": (1e-9, 0, 0.5, 1)}) == {"region": "0.000000001,0.0,0.5,1.0"}
    members = {"n": 1.0, "list": [1, {"a": 2.0}], "text": "é", "yes": True}
    assert parameters({"custom_data": members}) == {
        "customData": ["n=1", 'list=[1,{"a":2}]', "text=é", "yes=true"],
    }
    asked = Request(Model, "GET", "/", {"fromTime": 1e-7, "hidden": True, "label": ["a", "b"], "limit": None})
    assert asked.sent_query == {"fromTime": "0.0000001", "hidden": "true", "label": ["a", "b"]}


def test_a_path_is_a_list_of_names() -> None:
    with pytest.raises(TypeError, match="list of names"):
        pointer("/layers")
