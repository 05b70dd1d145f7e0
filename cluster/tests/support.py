"""What the tests share: the binary, atlases to compare with, and processes to kill."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from sole_spark.atlas import Atlas

#: The binary that is tested.
SOLE = os.environ["SOLE"]
#: Spark and its workers are seen from this machine alone.
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
#: How often it is looked which processes there are, in seconds.
PAUSE = 0.003
#: After so long a process is what it will be: it has become the program it was started for.
GROWN_UP = 0.5
EXECUTOR = "CoarseGrainedExecutorBackend"
#: Nothing of a test is seen from outside this machine.
LOOPBACK = [
    ("spark.driver.host", "127.0.0.1"),
    ("spark.driver.bindAddress", "127.0.0.1"),
    ("spark.ui.enabled", "false"),
    ("spark.ui.showConsoleProgress", "false"),
]


def grow_here(folder, plies, start=None):
    """Grows an atlas on this machine alone."""
    command = Atlas(folder, start).command(SOLE, "grow", str(plies), "--quiet")
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def temporary_folder(plies=None, start=None):
    """A new folder, with an atlas of so many plies."""
    with tempfile.TemporaryDirectory(prefix="sole-cluster-") as folder:
        if plies is not None:
            grow_here(folder, plies, start)
        yield folder


@contextlib.contextmanager
def copy_of(folder):
    """A copy of a folder."""
    with tempfile.TemporaryDirectory(prefix="sole-cluster-") as copy:
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        yield copy


def contents(folder):
    """The bytes of all files in a folder, by their paths in it."""
    paths = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


class Process:
    """A process of this machine, as /proc has it."""

    def __init__(self, pid):
        self.pid = pid
        self.argv = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
        # The name in brackets may have spaces.
        self.parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])

    def ancestors(self):
        """The process, its parent, and so on."""
        process = self
        with contextlib.suppress(OSError):
            while process.pid > 1:
                yield process
                process = Process(process.parent)

    def executor(self, app):
        """The executor of an application that has started this process, if one has."""
        for process in self.ancestors():
            if any(EXECUTOR in word for word in process.argv) and app in process.argv:
                return process
        return None

    def verb(self):
        """`atlas write` or the like, if it is the binary."""
        is_sole = self.argv and Path(self.argv[0]).name == Path(SOLE).name
        return " ".join(self.argv[1:3]) if is_sole else None


class Watch:
    """Looks at the children of an application's tasks while it runs, and kills on events.

    `victim` is asked about each child of the binary that appears, and returns the process
    that is to be killed, or `None`; one process is killed. An event that starts the kill is
    the child itself: where there is a child, its stage has begun and has not yet ended.
    """

    def __init__(self, app, victim=lambda _child: None):
        self.seen = {}
        self.killed = None
        self._app = app
        self._victim = victim
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def verbs(self):
        """How many children of each kind were seen."""
        verbs = [process.verb() for process in self.seen.values()]
        return {verb: verbs.count(verb) for verb in verbs}

    def _run(self):
        born = {}
        while not self._ended.is_set():
            now = time.monotonic()
            pids = {int(entry) for entry in os.listdir("/proc") if entry.isdigit()}
            born = {pid: born.get(pid, now) for pid in pids}
            for pid in pids - self.seen.keys():
                if now - born[pid] < GROWN_UP:
                    with contextlib.suppress(OSError):
                        self._look_at(Process(pid))
            time.sleep(PAUSE)

    def _look_at(self, process):
        if process.verb() and process.executor(self._app):
            self.seen[process.pid] = process
            self._consider(process)

    def _consider(self, child):
        victim = None if self.killed else self._victim(child)
        if victim:
            os.kill(victim.pid, signal.SIGKILL)
            self.killed = victim


def child_of(verb):
    """A victim: the first child with a verb."""
    return lambda child: child if child.verb() == verb else None


def executor_of(verb, app):
    """A victim: the executor of the first child with a verb."""
    return lambda child: child.executor(app) if child.verb() == verb else None
