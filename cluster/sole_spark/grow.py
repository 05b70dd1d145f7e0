"""A layer of the atlas from the one before it, on a cluster.

Each task of the first stage expands some row groups; Spark brings the children to the
partition of the file they belong to, and sorts each partition; each task of the second stage
has one file written, under a name of its own in a folder of this run. Only files whose tasks
have reported to the driver are published, after they were read again and checked.
"""

import functools
import json

import numpy
import pyarrow
from pyspark import TaskContext

from sole_spark import rows
from sole_spark.atlas import Conductor, result
from sole_spark.child import Child

#: Beyond so many tasks the driver would be busy with them alone.
MOST_TASKS = 20_000


def grow(spark, sole, atlas, ply, at_most=None):
    """Makes the layer after so many plies, or some of its missing files, and returns a summary."""
    words = [ply] if at_most is None else [ply, "--at-most", at_most]
    with Conductor(atlas.command(sole.path, "conduct", *words)) as conductor:
        plan = conductor.plan()
        if "folder" not in plan:
            return plan
        return conductor.publish(run(spark, sole, atlas, plan))


def run(spark, sole, atlas, plan):
    """Has all files of a plan written, and says what is in each."""
    parts = Parts(plan["groups"])
    targets = Targets(plan["files"], [int(cut, 16) for cut in plan["cuts"]])
    expansion = functools.partial(
        expand, sole=sole, atlas=atlas, ply=plan["ply"] - 1, parts=parts, targets=targets
    )
    writing = functools.partial(write, sole=sole, atlas=atlas, plan=plan)
    numbers = spark.range(0, len(parts), 1, min(len(parts), MOST_TASKS))
    edges = numbers.mapInArrow(expansion, "place int, position binary, games bigint")
    files = edges.repartitionById(len(plan["files"]), "place").sortWithinPartitions("position")
    told = files.mapInArrow(writing, "file int, name string, content string").collect()
    return [{"file": row.file, "name": row.name, "content": json.loads(row.content)} for row in told]


class Parts:
    """The row groups of a layer, numbered from file to file."""

    def __init__(self, groups):
        self._ends = numpy.cumsum(groups)

    def __len__(self):
        return int(self._ends[-1])

    def __getitem__(self, number):
        """The place of the file, and that of the row group in the file."""
        file = int(numpy.searchsorted(self._ends, number, side="right"))
        return file, number - int(self._ends[file - 1] if file else 0)


class Targets:
    """Which partition the rows of a key go to: each file that is wanted is one."""

    def __init__(self, files, cuts):
        self._cuts = numpy.array(cuts, dtype=numpy.uint64)
        self._places = numpy.full(len(cuts) + 1, -1, dtype=numpy.int32)
        self._places[files] = numpy.arange(len(files), dtype=numpy.int32)

    def sort_out(self, batch):
        """The rows of a batch that are wanted, with their partitions."""
        numbers = rows.occupied(batch.column("position"))
        files = numpy.searchsorted(self._cuts, numbers, side="right")
        places = pyarrow.array(self._places[files])
        columns = [places, batch.column("position"), batch.column("games")]
        sorted_out = pyarrow.record_batch(columns, names=["place", "position", "games"])
        return sorted_out.filter(pyarrow.array(self._places[files] >= 0))


def expand(batches, sole, atlas, ply, parts, targets):
    """A task of the first stage: the children of the row groups whose numbers it is given."""
    binary = sole.on_executor()
    for batch in batches:
        for number in batch.column(0).to_pylist():
            for children in expand_group(binary, atlas, ply, parts[number]):
                yield targets.sort_out(children)


def expand_group(binary, atlas, ply, part):
    """The children of a row group, believed after all counts agree."""
    found, games = 0, 0
    with (
        Child(atlas.command(binary, "read", ply, *part)) as source,
        Child([binary, "atlas", "expand"], source=source) as child,
    ):
        for batch in pyarrow.ipc.open_stream(child.stdout):
            found += batch.num_rows
            games += rows.total(batch.column("games"))
            yield batch
        passed, sent = child.end_counts(), source.end_counts()
        child.expect("positions", sent["rows"], passed["positions"])
        child.expect("games", int(sent["games"]), int(passed["games"]))
        child.expect("children", passed["children"], found)
        child.expect("games of children", int(passed["child_games"]), games)


def write(batches, sole, atlas, plan):
    """A task of the second stage: one file from the sorted rows of its partition."""
    task = TaskContext.get()
    place, file = task.partitionId(), plan["files"][task.partitionId()]
    name = f"{file:04}-{task.taskAttemptId()}.parquet"
    words = [plan["ply"], file, "--output", f"{plan['folder']}/{name}", "--json"]
    # Sorting comes first: a child that is there says that rows are being written.
    first = next(batches, None)
    fed = Fed(place, first, batches)
    command = atlas.command(sole.on_executor(), "write", *words)
    with Child(command, feed=fed) as child:
        answer = child.stdout.readline()
        written = result(answer) if answer else None
        child.end()
        child.expect("rows", fed.rows, written["rows"])
    columns = [[file], [name], [json.dumps(written["content"])]]
    types = [pyarrow.int32(), pyarrow.string(), pyarrow.string()]
    arrays = [pyarrow.array(column, type) for column, type in zip(columns, types)]
    yield pyarrow.record_batch(arrays, names=["file", "name", "content"])


class Fed:
    """The rows of a partition as a stream, counted."""

    def __init__(self, place, first, others):
        self.rows = 0
        self._place = place
        self._first = first
        self._others = others

    def __call__(self, sink):
        with pyarrow.ipc.new_stream(sink, rows.SCHEMA) as stream:
            if self._first is not None:
                self._write(stream, self._first)
            for batch in self._others:
                self._write(stream, batch)

    def _write(self, stream, batch):
        if not (batch.column("place").to_numpy() == self._place).all():
            raise ValueError(f"rows of other files came to partition {self._place}")
        self.rows += batch.num_rows
        columns = [batch.column("position"), batch.column("games")]
        stream.write_batch(pyarrow.record_batch(columns, schema=rows.SCHEMA))
