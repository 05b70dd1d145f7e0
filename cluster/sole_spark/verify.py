"""A layer read again on a cluster, file by file and by two readers.

The binary checks length, hash and number of rows of each file before it hands out a row; the
order of the rows, the sum of the games and the hash of the keys are found here, and once more
from the file as Arrow's own Parquet reader has it.
"""

import functools
import hashlib
import json
import shlex

import pyarrow
import pyarrow.parquet

from sole_spark.child import Child
from sole_spark.rows import KEY_COLUMNS, Census


class VerifyError(Exception):
    """A layer that is not what its manifest says."""


def verify(spark, sole, atlas, ply):
    """Reads the layer after so many plies, compares it with its manifest, and returns a summary."""
    folder = atlas.folder(sole.path) / f"layer-{ply:02}"
    manifest = read_manifest(folder)
    if not manifest["complete"]:
        make = shlex.join(atlas.command("sole", "grow", str(ply)))
        raise VerifyError(f"the layer after {ply} plies is not there; make it with: {make}")
    files = manifest["files"]
    checking = functools.partial(
        check, sole=sole, atlas=atlas, folder=str(folder), ply=ply, files=files
    )
    numbers = spark.range(0, len(files), 1, len(files))
    columns = "file int, rows bigint, games string, smallest string, largest string, keys string"
    found = sorted(numbers.mapInArrow(checking, columns).collect(), key=lambda row: row.file)
    if [row.file for row in found] != list(range(len(files))):
        raise VerifyError(f"{len(found)} of {len(files)} files were read")
    for before, after in zip(found, found[1:]):
        if before.largest >= after.smallest:
            raise VerifyError(f"files {before.file} and {after.file} are not in order")
    keys = hashlib.sha256("".join(row.keys for row in found).encode())
    return {
        "ply": ply,
        "files": len(found),
        "positions": sum(row.rows for row in found),
        "games": str(sum(int(row.games) for row in found)),
        "keys": keys.hexdigest(),
    }


def read_manifest(folder):
    """The manifest of a layer; one of a layer that is not complete if there is none."""
    try:
        return json.loads((folder / "manifest.json").read_text())
    except FileNotFoundError:
        return {"complete": False}


def check(batches, sole, atlas, folder, ply, files):
    """A task that reads the files whose numbers it is given."""
    for batch in batches:
        for number in batch.column(0).to_pylist():
            path = f"{folder}/{files[number]['name']}"
            ours = read_by_sole(sole.on_executor(), atlas, ply, number)
            theirs = read_by_arrow(path)
            compare(path, files[number], ours)
            if (ours.keys(), ours.games) != (theirs.keys(), theirs.games):
                raise VerifyError(f"{path}: two readers see different rows")
            yield row(number, ours)


def read_by_sole(binary, atlas, ply, number):
    """What is in a file, by the binary."""
    census = Census()
    with Child(atlas.command(binary, "read", ply, number)) as child:
        for batch in pyarrow.ipc.open_stream(child.stdout):
            census.add(batch)
        sent = child.end_counts()
        child.expect("rows", sent["rows"], census.rows)
        child.expect("games", int(sent["games"]), census.games)
    return census


def read_by_arrow(path):
    """What is in a file, by Arrow."""
    census = Census()
    with pyarrow.parquet.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            for batch in file.read_row_group(group, [*KEY_COLUMNS, "games"]).to_batches():
                census.add_words([batch.column(name) for name in KEY_COLUMNS], batch.column("games"))
    return census


def compare(path, file, census):
    """Raises `VerifyError` unless a file is as its entry in the manifest says."""
    content = file.get("content") or {}
    tallies = content.get("tallies", {}).get("all", {})
    pairs = {
        "rows": (content.get("rows"), census.rows),
        "games": (tallies.get("games"), str(census.games)),
        "smallest position": (content.get("smallest"), census.smallest.hex()),
        "largest position": (content.get("largest"), census.largest.hex()),
        "in order": (True, census.in_order),
    }
    for what, (expected, actual) in pairs.items():
        if expected != actual:
            raise VerifyError(f"{path}: {what}: {actual}, the manifest says {expected}")


def row(number, census):
    """What a task reports of a file."""
    columns = {
        "file": pyarrow.array([number], pyarrow.int32()),
        "rows": pyarrow.array([census.rows], pyarrow.int64()),
        "games": pyarrow.array([str(census.games)]),
        "smallest": pyarrow.array([census.smallest.hex()]),
        "largest": pyarrow.array([census.largest.hex()]),
        "keys": pyarrow.array([census.keys()]),
    }
    return pyarrow.record_batch(list(columns.values()), names=list(columns))
