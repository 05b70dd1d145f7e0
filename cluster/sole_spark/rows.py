"""Rows of a layer as Arrow batches: keys as numbers, sums that do not overflow."""

import hashlib

import numpy
import pyarrow
import pyarrow.compute

KEY_BYTES = 24
#: The columns of layer files that make up a position, eight bytes each.
KEY_COLUMNS = ["occupied", "men_1_16", "men_17_32"]
SCHEMA = pyarrow.schema(
    [
        pyarrow.field("position", pyarrow.binary(), nullable=False),
        pyarrow.field("games", pyarrow.int64(), nullable=False),
    ]
)


def key_bytes(positions):
    """The bytes of all positions of an array, one after the other."""
    fixed = positions.cast(pyarrow.binary(KEY_BYTES))
    values = numpy.frombuffer(fixed.buffers()[1], dtype=numpy.uint8)
    return values[fixed.offset * KEY_BYTES : (fixed.offset + len(fixed)) * KEY_BYTES]


def joined(words):
    """Positions from the three numbers of each, as arrays of numbers of 64 bits without a sign."""
    columns = [numpy.asarray(word, dtype=numpy.uint64) for word in words]
    values = numpy.stack(columns, axis=1).astype(">u8").tobytes()
    buffers = [None, pyarrow.py_buffer(values)]
    return pyarrow.Array.from_buffers(pyarrow.binary(KEY_BYTES), len(columns[0]), buffers)


def occupied(positions):
    """The first eight bytes of each position as a number: the occupied squares."""
    return key_bytes(positions).view(">u8")[::3].astype(numpy.uint64)


def total(games):
    """The sum of an array of 64-bit numbers, however large."""
    numbers = games.to_numpy(zero_copy_only=False)
    return (int((numbers >> 32).sum()) << 32) + int((numbers & 0xFFFF_FFFF).sum())


class Census:
    """What is known of rows that come batch by batch: number, sum, order, hash."""

    def __init__(self):
        self.rows = 0
        self.games = 0
        self.in_order = True
        self.smallest = None
        self.largest = None
        self._hash = hashlib.sha256()

    def add(self, batch):
        """Takes a batch with the columns `position` and `games`."""
        if batch.num_rows == 0:
            return
        positions = batch.column("position").cast(pyarrow.binary())
        ascending = pyarrow.compute.less(positions[:-1], positions[1:])
        first, last = positions[0].as_py(), positions[-1].as_py()
        follows = self.largest is None or self.largest < first
        self.in_order &= follows and (len(ascending) == 0 or pyarrow.compute.all(ascending).as_py())
        self.smallest = self.smallest or first
        self.largest = last
        self.rows += batch.num_rows
        self.games += total(batch.column("games"))
        self._hash.update(key_bytes(positions))

    def add_words(self, words, games):
        """Takes the three numbers of positions, and their games."""
        names = ["position", "games"]
        self.add(pyarrow.record_batch([joined(words), pyarrow.array(games)], names=names))

    def keys(self):
        """The SHA-256 of all keys, in hexadecimal."""
        return self._hash.hexdigest()
