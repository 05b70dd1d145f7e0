"""Children that die, stop early or miscount are noticed; no Spark is needed."""

import os
import signal
import sys
import unittest

import pyarrow

from sole_spark import rows
from sole_spark.atlas import Atlas
from sole_spark.child import Child, ChildError
from sole_spark.grow import expand_group
from tests.support import SOLE, temporary_folder

#: Writes a stream of two batches of children, or a part of it, and tells counts as told.
STREAM = """
import io, sys, pyarrow
from sole_spark import rows
whole = io.BytesIO()
with pyarrow.ipc.new_stream(whole, rows.SCHEMA) as stream:
    places = [whole.tell()]
    for _ in range(2):
        stream.write_batch(pyarrow.record_batch([[b"x" * 24], [1]], schema=rows.SCHEMA))
        places.append(whole.tell())
length = {"whole": None, "one": places[1], "both": places[2], "middle": places[1] + 9}[sys.argv[1]]
sys.stdout.buffer.write(whole.getvalue()[:length])
sys.stdout.flush()
print(sys.argv[2], file=sys.stderr)
raise SystemExit(int(sys.argv[3]))
"""
COUNTS = '{"children": 2, "child_games": 2}'


def python(program, *words):
    return [sys.executable, "-c", program, *words]


def read_stream(*words):
    """The rows that come out of a child that is told how to behave."""
    with Child(python(STREAM, *words)) as child:
        found = sum(batch.num_rows for batch in pyarrow.ipc.open_stream(child.stdout))
        child.expect("children", child.end_counts()["children"], found)
        return found


class Children(unittest.TestCase):
    def test_what_ends_well_counts(self):
        self.assertEqual(read_stream("whole", COUNTS, "0"), 2)

    def test_streams_that_are_not_whole_are_noticed(self):
        cases = [
            ("one", COUNTS, "0", "1 children, there must be 2"),
            ("middle", COUNTS, "0", "Arrow"),
            ("whole", COUNTS, "1", "exit code 1"),
            ("both", "no counts", "0", "no counts"),
            ("whole", '{"children": 3}', "0", "2 children, there must be 3"),
        ]
        for *words, message in cases:
            with self.subTest(words=words), self.assertRaisesRegex(ChildError, message):
                read_stream(*words)

    def test_a_child_that_takes_no_input_is_noticed(self):
        def feed(sink):
            for _ in range(10_000):
                sink.write(b"x" * 1000)

        with self.assertRaisesRegex(ChildError, "it could not be fed: BrokenPipe"):
            with Child(python("import os; os.close(0)"), feed=feed) as child:
                child.end()

    def test_an_error_of_the_feeder_is_noticed(self):
        def feed(sink):
            sink.write(b"1\n")
            raise RuntimeError("the rows ended early")

        with self.assertRaisesRegex(ChildError, "the rows ended early"):
            with Child(python("import sys; sys.stdin.read()"), feed=feed) as child:
                child.end()

    def test_a_killed_child_is_noticed(self):
        with self.assertRaisesRegex(ChildError, "exit code -9"):
            with Child(python("import time; time.sleep(60)")) as child:
                os.kill(child._process.pid, signal.SIGKILL)
                child.end()

    def test_a_child_does_not_outlive_its_block(self):
        with Child(python("import time; time.sleep(60)")) as child:
            pass
        self.assertEqual(child._process.poll(), -signal.SIGKILL)

    def test_large_input_and_output_do_not_block(self):
        lines = 200_000

        def feed(sink):
            for number in range(lines):
                sink.write(b"%d\n" % number)

        with Child(["cat"], feed=feed) as child:
            found = [int(line) for line in child.stdout]
            child.end()
        self.assertEqual(found, list(range(lines)))


class Groups(unittest.TestCase):
    """The children of the start, and what happens when there is no such group."""

    def test_a_group_is_expanded(self):
        with temporary_folder(plies=1) as folder:
            found = list(expand_group(SOLE, Atlas(folder), 1, (0, 0)))
            self.assertEqual(sum(batch.num_rows for batch in found), 400)
            self.assertEqual(sum(rows.total(batch.column("games")) for batch in found), 400)

    def test_a_group_that_is_not_there_is_noticed(self):
        with temporary_folder(plies=1) as folder, self.assertRaises(ChildError):
            list(expand_group(SOLE, Atlas(folder), 1, (0, 5)))
