"""The lines of the README do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

FEATURES = ["tracks: boxes by frame, arrays, tables"]


def lines_of(document: str) -> list[str]:
    """Its blocks of Python."""
    return re.findall(r"```python\n(.*?)```", (ROOT / document).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("document", ["README.md", "sdk/python/README.md"])
def test_the_lines_of_a_readme_run_in_a_program_of_their_own(
    document: str, service: tuple[str, str], clip: Path, tmp_path: Path
) -> None:
    (tmp_path / "clip.mp4").write_bytes(clip.read_bytes())
    program = "\n".join(lines_of(document))
    assert program
    environment = {**os.environ, "VMS_API_URL": service[0], "VMS_API_KEY": service[1]}
    # Short programs leave closing connections to their end.
    command = [sys.executable, "-W", "error", "-W", "ignore::ResourceWarning", "-c", program]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "object_id" in done.stdout
