"""Which atlas is meant, and the process that plans and publishes one of its layers."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path


class AtlasError(Exception):
    """What the binary complains about."""


@dataclass(frozen=True)
class Atlas:
    """The atlas of a start in a data folder that all machines see under the same path."""

    data_dir: str
    start: str | None = None

    def command(self, sole, verb, *words):
        """The command line of a verb."""
        start = ["--from", self.start] if self.start else []
        return [sole, "atlas", verb, *words, *start, "--data-dir", self.data_dir]

    def folder(self, sole):
        """Where the layers are."""
        command = self.command(sole, "grow", "0", "--dry-run", "--json")
        told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        return Path(result(told.stdout)["folder"])


class Conductor:
    """`sole atlas conduct`: it holds the lock of the atlas, plans a layer and publishes it.

    If this process is killed, its input ends early, and it publishes nothing.
    """

    def __init__(self, command):
        self._process = subprocess.Popen(
            [str(word) for word in [*command, "--json"]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def plan(self):
        """What is to be done; `folder` is missing if that is nothing."""
        return self._answer()

    def publish(self, deliveries):
        """Has what was written checked and published, and returns what the layer is now."""
        for delivery in deliveries:
            self._process.stdin.write(json.dumps(delivery) + "\n")
        self._process.stdin.close()
        return self._answer()

    def _answer(self):
        return result(self._process.stdout.readline())


def result(line):
    """The result in an envelope; `AtlasError` if it has an error."""
    if not line:
        raise AtlasError("sole ended without an answer")
    envelope = json.loads(line)
    if envelope["status"] == "error":
        error = envelope["error"]
        raise AtlasError("; ".join([error["message"], *error.get("help", [])]))
    return envelope["result"]
