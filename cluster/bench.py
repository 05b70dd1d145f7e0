"""What a layer costs on a cluster of two executors on this machine, and without Spark.

`python bench.py [PLY]` grows the layer by both ways and prints wall time and CPU time, the
latter by kinds of processes. Processes are looked at twenty times a second; what a child does
after the last look is lost. The layers must come out with the same bytes.
"""

import contextlib
import os
import resource
import sys
import threading
import time
from pathlib import Path

from sole_spark.atlas import Atlas
from sole_spark.grow import grow
from sole_spark.session import Sole, open_session
from tests.support import LOOPBACK, SOLE, Process, contents, copy_of, grow_here, temporary_folder

PAUSE = 0.05
TICKS = os.sysconf("SC_CLK_TCK")


class Meter:
    """The CPU time of all processes that this one has started, by kind."""

    def __init__(self):
        self._seconds = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self._ended.is_set():
            for entry in os.listdir("/proc"):
                if entry.isdigit():
                    with contextlib.suppress(OSError):
                        self._look_at(Process(int(entry)))
            time.sleep(PAUSE)

    def _look_at(self, process):
        if any(ancestor.pid == os.getpid() for ancestor in process.ancestors()):
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            self._seconds[process.pid] = (kind(process), sum(map(int, fields[11:13])) / TICKS)

    def seconds(self):
        """Seconds by kind so far."""
        kinds = {}
        for name, seconds in list(self._seconds.values()):
            kinds[name] = kinds.get(name, 0.0) + seconds
        return kinds

    def stop(self):
        self._ended.set()
        self._thread.join()


def kind(process):
    """The binary's verb, an executor, another Java, or Python."""
    if verb := process.verb():
        return f"sole {verb}"
    if any("CoarseGrainedExecutorBackend" in word for word in process.argv):
        return "executor"
    if "java" in Path(process.argv[0]).name:
        return "driver"
    return "bench" if process.pid == os.getpid() else "python"


def here(before, ply):
    """Grows by the binary alone; wall and CPU seconds, and the files."""
    with copy_of(before) as folder:
        start, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        grow_here(folder, ply)
        wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
        print(f"sole atlas grow {ply}: {wall:.1f} s wall, {cpu:.1f} s CPU")
        return contents(folder)


def there(spark, sole, before, ply):
    """Grows on the cluster, and prints what it took."""
    with copy_of(before) as folder:
        start, used = time.monotonic(), METER.seconds()
        grow(spark, sole, Atlas(folder), ply)
        wall, after = time.monotonic() - start, METER.seconds()
        kinds = {name: after[name] - used.get(name, 0.0) for name in after}
        shares = ", ".join(f"{name} {seconds:.1f}" for name, seconds in kinds.items() if seconds >= 0.05)
        total = sum(seconds for name, seconds in kinds.items() if name != "bench")
        print(f"on the cluster: {wall:.1f} s wall, {total:.1f} s CPU ({shares})")
        return contents(folder)


ply = int(sys.argv[1]) if len(sys.argv) > 1 else 6
with temporary_folder(plies=ply - 1) as before:
    expected = here(before, ply)
    METER = Meter()
    spark = open_session("sole bench", "local-cluster[2,1,1024]", LOOPBACK)
    spark.sparkContext.setLogLevel("OFF")
    sole = Sole(SOLE, spark)
    for run in ["cold", "warm"]:
        print(run, end=", ")
        assert there(spark, sole, before, ply) == expected, "the bytes differ"
    METER.stop()
    spark.stop()
