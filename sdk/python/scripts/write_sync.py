"""Writes the blocking client from the asynchronous one, so that there is one source: `_async` gives `_sync`.

Usage: write_sync.py FROM TO. Files of FROM that TO has by hand (`runtime.py`) are left out.
"""

import io
import sys
import tokenize
from pathlib import Path

BY_HAND = {"__init__.py", "runtime.py"}
DROPPED = {"async", "await"}
RENAMED = {
    "AsyncIterator": "Iterator",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "_async": "_sync",
    "aclose": "close",
    "aiter_raw": "iter_raw",
    "asynccontextmanager": "contextmanager",
}


def blocking_name(name: str) -> str:
    """`AsyncClient` is `Client`."""
    return RENAMED.get(name) or name.removeprefix("Async")


def blocking(source: str) -> str:
    """The same without `async` and `await`, and with the counterparts of names."""
    lines = source.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(source).readline))):
        if token.type != tokenize.NAME:
            continue
        row, start = token.start[0] - 1, token.start[1]
        end = token.end[1] + 1 if token.string in DROPPED else token.end[1]
        new = "" if token.string in DROPPED else blocking_name(token.string)
        lines[row] = lines[row][:start] + new + lines[row][end:]
    return "".join(lines)


def main(source: Path, target: Path) -> None:
    for file in sorted(source.glob("*.py")):
        if file.name not in BY_HAND:
            note = f"# Written from {source.name}/{file.name} by scripts/write_sync.py.\n\n"
            (target / file.name).write_text(note + blocking(file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
