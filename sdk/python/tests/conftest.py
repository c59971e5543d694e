"""A local service, a clip, and the two clients as one."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import struct
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile_server import HostileServer

from video_metadata import AsyncClient, Client, Retries

ROOT = Path(__file__).resolve().parents[3]
# The one that the project brings along, where the machine's is older.
NODE = shutil.which("node", path=f"{ROOT}/node_modules/.bin{os.pathsep}{os.environ['PATH']}") or "node"


class FakeClock:
    """Time that passes by sleeping alone."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def now(self) -> float:
        return sum(self.slept)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


class AsyncFakeClock(FakeClock):
    async def sleep(self, seconds: float) -> None:  # type: ignore[override]
        self.slept.append(seconds)


class Api:
    """A client of either kind, called in the same way."""

    def __init__(self, client: Client | AsyncClient, clock: FakeClock) -> None:
        self.client = client
        self.clock = clock

    async def __call__(self, method: str, *args: Any, **kwargs: Any) -> Any:
        result = getattr(self.client, method)(*args, **kwargs)
        return await result if inspect.isawaitable(result) else result

    async def all(self, method: str, *args: Any, **kwargs: Any) -> list[Any]:
        """All that an iterator gives."""
        result = getattr(self.client, method)(*args, **kwargs)
        return [each async for each in result] if hasattr(result, "__aiter__") else list(result)

    async def until(self, is_last: Callable[[Any], bool], method: str, *args: Any, **kwargs: Any) -> list[Any]:
        """What an iterator that has no end gives, up to the first that is the last one wanted."""
        given: list[Any] = []
        result = getattr(self.client, method)(*args, **kwargs)
        if hasattr(result, "__aiter__"):
            async for each in result:
                given.append(each)
                if is_last(each):
                    break
            return given
        for each in result:
            given.append(each)
            if is_last(each):
                break
        return given

    async def close(self) -> None:
        await self("aclose" if isinstance(self.client, AsyncClient) else "close")


def api_of(kind: str, api_url: str, api_key: str, *, fake: bool, **options: Any) -> Api:
    """`fake`: no pause takes time, and none is random."""
    retries = Retries(random=lambda: 0.0)
    if kind == "async":
        async_clock = AsyncFakeClock()
        clock = async_clock if fake else None
        return Api(AsyncClient(api_url, api_key, retries=retries, clock=clock, **options), async_clock)
    sync_clock = FakeClock()
    return Api(Client(api_url, api_key, retries=retries, clock=sync_clock if fake else None, **options), sync_clock)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Address and key of a local service."""
    data = tmp_path_factory.mktemp("data")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("VMS_")}
    environment = {**inherited, "VMS_DETECTOR": "moving-object", "VMS_LOG_LEVEL": "ERROR"}
    command = [NODE, str(ROOT / "cli/vms.js"), "serve", "--json", "--api-only", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        yield ready["apiUrl"], ready["apiKey"]
        process.terminate()
        process.stdout.read()


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A video of moving shapes, 2 s at 15 frames per second, 320 × 180 pixels."""
    file = tmp_path_factory.mktemp("clips") / "Häfen – 港.mp4"
    script = (
        f"import {{ synthesizeClip }} from {json.dumps(str(ROOT / 'synthetic/synthesize-clip.ts'))};"
        "await synthesizeClip(process.argv[1], { seconds: 2, width: 320, height: 180, fps: 15 });"
    )
    subprocess.run([NODE, "--input-type=module", "-e", script, str(file)], check=True)
    return file


@pytest.fixture(scope="session")
def large_clip(clip: Path) -> Path:
    """The same with so much padding that it goes in three parts."""
    file = clip.with_name("large.mp4")
    padding = 20_000_000
    file.write_bytes(clip.read_bytes() + struct.pack(">I4s", padding, b"free") + os.urandom(padding - 8))
    return file


@pytest.fixture(params=["sync", "async"])
async def api(request: pytest.FixtureRequest, service: tuple[str, str]) -> AsyncIterator[Api]:
    """A client of the local service."""
    made = api_of(request.param, *service, fake=False)
    yield made
    await made.close()


@pytest.fixture
def hostile() -> Iterator[HostileServer]:
    """A server that answers what a test says."""
    with HostileServer() as server:
        yield server


@pytest.fixture(params=["sync", "async"])
async def hostile_api(request: pytest.FixtureRequest, hostile: HostileServer) -> AsyncIterator[Api]:
    """A client of that server, whose pauses take no time."""
    made = api_of(request.param, hostile.url, "vms_sk_secret", fake=True, timeout=2.0)
    yield made
    await made.close()
