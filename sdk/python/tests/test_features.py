"""The table of features is true of this package: names exist, and a test shows each."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest
from conftest import ROOT

import video_metadata
from video_metadata import AsyncClient, Client

TESTS = Path(__file__).parent
ROWS = re.findall(r"^\| (?!feature |-)(.+?) \| (.*?) \|", (ROOT / "sdk/features.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("feature", "names"), ROWS)
def test_the_names_of_a_feature_exist(feature: str, names: str) -> None:
    calls = re.findall(r"`(\w+)(?:\((\w+)=\))?`", names)
    assert calls
    for name, parameter in calls:
        for owner in (Client, AsyncClient):
            found = getattr(owner, name, None) or getattr(video_metadata, name)
            assert not parameter or parameter in inspect.signature(found).parameters


def test_a_test_shows_each_feature_and_no_other() -> None:
    modules = [import_module(file.stem) for file in TESTS.glob("test_*.py") if file.stem != "test_features"]
    shown = {feature for module in modules for feature in module.FEATURES}
    assert shown == {feature for feature, _ in ROWS}


def test_both_clients_have_the_same_methods() -> None:
    def methods(client: type) -> set[str]:
        return {name for name in dir(client) if not name.startswith("_")}

    assert methods(Client) - {"close"} == methods(AsyncClient) - {"aclose"}
    for name in methods(Client) - {"close"}:
        assert inspect.getdoc(getattr(Client, name))
        blocking = inspect.signature(getattr(Client, name)).parameters
        assert list(blocking) == list(inspect.signature(getattr(AsyncClient, name)).parameters)
