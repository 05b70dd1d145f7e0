"""A master and two workers on loopback, layer 6, and kills in every stage; takes minutes.

After each kill the layer must have the bytes of the one that grew in one process, so that rows,
order, sums and hashes are those, too.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import pyspark

from sole_spark.atlas import Atlas
from sole_spark.grow import grow
from sole_spark.session import Sole, open_session
from sole_spark.verify import verify
from tests.support import EXECUTOR, LOOPBACK, PAUSE, SOLE, Process, Watch, contents, copy_of
from tests.support import executor_of, grow_here, temporary_folder

PLY, POSITIONS, GAMES = 6, 9_417_681, 119_060_324
#: Files of layer 6, row groups of layer 5.
FILES, GROUPS = 6, 8
#: How often a kill is tried: one that comes when rows are being written already proves nothing.
KILLS = 5
SPARK_CLASS = Path(pyspark.__file__).parent / "bin" / "spark-class"
SETTINGS = [*LOOPBACK, ("spark.executor.memory", "1g")]


class Cluster:
    """A master and workers of one core each; they end with their block."""

    def __init__(self, folder):
        self._folder = Path(folder)
        self._master = None
        self.workers = []

    def __enter__(self):
        port = free_port()
        self.url = f"spark://127.0.0.1:{port}"
        self._master = self._start("master.Master", "--port", port, "--webui-port", free_port())
        wait_until(lambda: is_open(port), "the master listens")
        self.add_worker()
        self.add_worker()
        return self

    def __exit__(self, *_):
        for process in [*self.workers, self._master]:
            process.kill()
            process.wait()

    def add_worker(self):
        """Starts one more worker."""
        folder = self._folder / f"worker-{len(self.workers)}"
        words = ["--cores", 1, "--memory", "1536m", "--webui-port", free_port()]
        words += ["--work-dir", folder / "work", self.url]
        worker = self._start("worker.Worker", *words, shuffle=folder / "shuffle")
        self.workers.append(worker)

    def lose_worker_of(self, executor):
        """Kills an executor and its worker, and removes what they have on disk."""
        [place] = [n for n, worker in enumerate(self.workers) if worker.pid == executor.parent]
        os.kill(executor.pid, signal.SIGKILL)
        self.workers[place].kill()
        self.workers[place].wait()
        shutil.rmtree(self._folder / f"worker-{place}")

    def _start(self, name, *words, shuffle=""):
        command = [SPARK_CLASS, f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1", *words]
        log = open(self._folder / f"{name}-{time.monotonic_ns()}.log", "wb")
        with log:
            return subprocess.Popen(
                [str(word) for word in command],
                stdout=log,
                stderr=log,
                env=os.environ | {"SPARK_LOCAL_DIRS": str(shuffle)},
            )


def free_port():
    with contextlib.closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def is_open(port):
    with contextlib.closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(condition, what, seconds=120):
    """Waits for something that must come."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"in {seconds} seconds it did not come about that {what}")
        time.sleep(PAUSE)


def executors(mark):
    """The executors whose command lines have a mark."""
    for entry in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError):
            process = Process(int(entry))
            if any(EXECUTOR in word for word in process.argv) and mark in process.argv:
                yield process


class Standalone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folders = contextlib.ExitStack()
        cls.addClassCleanup(folders.close)
        os.environ["PYSPARK_PYTHON"] = sys.executable
        cls.before = folders.enter_context(temporary_folder(PLY - 1))
        with copy_of(cls.before) as folder:
            grow_here(folder, PLY)
            cls.expected = contents(folder)
        cls.cluster = folders.enter_context(Cluster(folders.enter_context(temporary_folder())))

    def session(self):
        """A session, its binary and its application, for the length of a test."""
        spark = open_session("sole tests", self.cluster.url, SETTINGS)
        self.addCleanup(spark.stop)
        spark.sparkContext.setLogLevel("OFF")
        wait_until(
            lambda: spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() == 3,
            "two executors are there",
        )
        return spark, Sole(SOLE, spark), spark.sparkContext.applicationId

    def assert_exact(self, found, folder):
        self.assertEqual((found["positions"], found["games"]), (POSITIONS, GAMES))
        files = contents(folder)
        self.assertEqual(files.keys(), self.expected.keys())
        for name, expected in self.expected.items():
            self.assertTrue(files[name] == expected, f"{name} differs")

    def disturbed(self, session, victim):
        """Grows while something is killed, and returns what was seen."""
        spark, sole, app = session
        start = time.monotonic()
        with copy_of(self.before) as folder, Watch(app, victim) as watch:
            found = grow(spark, sole, Atlas(folder), PLY)
            print(f"{time.monotonic() - start:.1f} s, {watch.verbs()}", flush=True)
            self.assert_exact(found, folder)
        return watch

    def test_1_executors_killed(self):
        session = self.session()
        app = session[2]
        counts = self.disturbed(session, lambda _child: None).verbs()
        self.assertEqual(counts["atlas write"], FILES)
        for verb in ["atlas expand", "atlas write"]:
            with self.subTest(verb=verb):
                watch = self.disturbed(session, executor_of(verb, app))
                self.assertIsNotNone(watch.killed)
                self.assertGreater(watch.verbs()[verb], counts[verb], "nothing was repeated")

    def test_2_executor_killed_while_it_sorts(self):
        session = self.session()
        for _ in range(KILLS):
            before, after = self.killed_in_the_last_stage(session)
            if "atlas write" not in before:
                break
            print("void: rows were being written already", flush=True)
        self.assertNotIn("atlas write", before, "no kill came while rows were sorted")
        self.assertGreater(after["atlas expand"], before["atlas expand"], "nothing was repeated")

    def killed_in_the_last_stage(self, session):
        """Kills an executor when the last stage begins; children before the kill, and in all."""
        spark, sole, app = session
        seen, told = [], spark.sparkContext.statusTracker()

        def has_begun():
            stages = [told.getStageInfo(stage) for stage in told.getActiveStageIds()]
            return any(stage and stage.numTasks == FILES and stage.numActiveTasks for stage in stages)

        def kill():
            wait_until(has_begun, "the last stage has begun", 600)
            os.kill(next(executors(app)).pid, signal.SIGKILL)
            seen.append(watch.verbs())

        start = time.monotonic()
        with copy_of(self.before) as folder, Watch(app) as watch:
            killer = threading.Thread(target=kill)
            killer.start()
            found = grow(spark, sole, Atlas(folder), PLY)
            killer.join()
            print(f"{time.monotonic() - start:.1f} s, {watch.verbs()}", flush=True)
            self.assert_exact(found, folder)
        return seen[0], watch.verbs()

    def test_3_driver_killed_and_run_again(self):
        with copy_of(self.before) as folder:
            command = [sys.executable, "-m", "sole_spark", "grow", str(PLY), "--data-dir", folder]
            command += ["--sole", SOLE, "--master", self.cluster.url]
            for key, value in SETTINGS:
                command += ["--conf", f"{key}={value}"]
            driver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            layer = Path(folder) / f"atlas/array/layer-{PLY:02}"
            wait_until(lambda: list(layer.glob("cluster-*/*.parquet")), "a file is written", 600)
            [run] = layer.glob("cluster-*")
            family = [process for process in self.family(driver.pid) if "java" in process.argv[0]]
            for pid in [driver.pid, *(process.pid for process in family)]:
                os.kill(pid, signal.SIGKILL)
            driver.communicate()
            wait_until(lambda: not run.exists(), "the conductor has noticed")
            self.assertNotIn('"content"', (layer / "manifest.json").read_text())
            self.assertEqual(list(layer.glob("*.parquet")), [])
            start = time.monotonic()
            again = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            print(f"{time.monotonic() - start:.1f} s with the start of the driver", flush=True)
            self.assertEqual(again.returncode, 0, again.stderr.decode()[-2000:])
            files = contents(folder)
            self.assertTrue(files == self.expected, "the bytes differ")

    @staticmethod
    def family(pid):
        """All processes that a process has started."""
        found = []
        for entry in os.listdir("/proc"):
            with contextlib.suppress(OSError, ValueError):
                process = Process(int(entry))
                if process.pid != pid and any(other.pid == pid for other in process.ancestors()):
                    found.append(process)
        return found

    def test_4_worker_lost_with_its_disk(self):
        session = self.session()
        app, lost = session[2], []

        def victim(child):
            if child.verb() == "atlas write" and not lost:
                lost.append(child.executor(app))
                self.cluster.lose_worker_of(lost[0])

        watch = self.disturbed(session, victim)
        self.assertEqual(len(lost), 1)
        self.assertGreater(watch.verbs()["atlas write"], FILES, "no file was written again")
        self.assertGreater(watch.verbs()["atlas expand"], GROUPS, "no children were lost")
        with copy_of(self.before) as folder:
            grow_here(folder, PLY)
            found = verify(*session[:2], Atlas(folder), PLY)
        self.assertEqual((found["positions"], int(found["games"])), (POSITIONS, GAMES))
