"""A line-by-line command of the binary over large data, one answer for each line.

`sole … --file - --json` answers every line that is neither blank nor a comment, in their
order. Each answer is kept together with its line, and a task counts only if there are as many
answers as lines. The result appears under its name when all of it was written and counted.
"""

import functools
import itertools
import json
import uuid

import pyarrow

from sole_spark.child import Child

#: Yes, no, a line that could not be used, and not decided: all lines were answered.
ANSWERED = (0, 1, 3, 4)
#: What the binary strips from the ends of lines: all white space of Unicode.
WHITE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)


class MapError(Exception):
    """A result that cannot be written, or is not whole."""


def map_lines(spark, sole, words, inputs, output, bytes_per_task):
    """Answers all lines of some files into a new folder of JSON lines, and returns a summary."""
    with Files(spark, output) as files:
        spark.conf.set("spark.sql.files.maxPartitionBytes", str(bytes_per_task))
        lines = spark.read.text(list(inputs))
        answering = functools.partial(answer, sole=sole, words=words)
        lines.mapInArrow(answering, "value string").write.text(files.run)
        asked = sum(row.lines for row in lines.mapInArrow(count, "lines bigint").collect())
        answered = spark.read.text(files.run).count()
        if asked != answered:
            raise MapError(f"{answered} answers in {files.run}, there must be {asked}")
        files.publish()
        return {"output": output, "lines": asked}


class Files:
    """The folder of this run, beside the place where its content will be.

    No other folder is touched: one with a name like it is another run's, or somebody's own.
    """

    def __init__(self, spark, output):
        self.run = f"{output}.part-{uuid.uuid4().hex}"
        self._path = spark._jvm.org.apache.hadoop.fs.Path
        self._output = self._path(output)
        self._system = self._output.getFileSystem(spark._jsc.hadoopConfiguration())
        self._check_free()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # After a success there is no folder of this name any more.
        self._system.delete(self._path(self.run), True)

    def publish(self):
        """Gives the folder its name."""
        # Another run may have been faster, and renaming would put this folder into that one's.
        self._check_free()
        if not self._system.rename(self._path(self.run), self._output):
            raise MapError(f"{self.run} cannot be renamed to {self._output}")

    def _check_free(self):
        if self._system.exists(self._output):
            raise MapError(f"{self._output} is there already; name a new folder")


def asked(batch):
    """The lines of a batch that are answered: not the blank ones, not the comments."""
    lines = (line.strip(WHITE) for line in batch.column(0).to_pylist())
    return [line for line in lines if line and not line.startswith("#")]


def count(batches):
    """A task that counts the lines that are answered."""
    lines = sum(len(asked(batch)) for batch in batches)
    yield pyarrow.record_batch([pyarrow.array([lines], pyarrow.int64())], names=["lines"])


def answer(batches, sole, words):
    """A task that has its lines answered; nothing it has yielded counts unless it comes to its end."""
    lines = (line for batch in batches for line in asked(batch))
    first = next(lines, None)
    if first is None:
        # Of nothing the binary would say that nothing is there.
        return
    fed = []

    def feed(sink):
        for line in itertools.chain([first], lines):
            fed.append(line)
            sink.write(line.encode() + b"\n")

    command = [sole.on_executor(), *words, "--file", "-", "--json"]
    with Child(command, feed=feed, exits=ANSWERED) as child:
        answered, told = 0, []
        for text in child.stdout:
            told.append(pair(child, fed, answered, text))
            answered += 1
            if len(told) == 1024:
                yield batch_of(told)
                told = []
        child.end()
        child.expect("answers", len(fed), answered)
        yield batch_of(told)


def pair(child, fed, index, text):
    """A line with its answer; a complaint must be about that line."""
    envelope = json.loads(text)
    if index >= len(fed):
        message = envelope.get("error", {}).get("message", "an answer that nobody asked for")
        child.expect(f"lines were asked; it said: {message};", index + 1, len(fed))
    place = envelope.get("error", {}).get("line", index + 1)
    child.expect("is the line complained about", index + 1, place)
    return json.dumps({"input": fed[index], "answer": envelope}, ensure_ascii=False)


def batch_of(lines):
    """A batch of texts."""
    return pyarrow.record_batch([pyarrow.array(lines, pyarrow.string())], names=["value"])
