"""A layer from the array as it was written, and what whoever reads its files must find in them."""

import json
import subprocess
from pathlib import Path

import pyarrow.ipc

from sole_spark.atlas import Atlas
from sole_spark.rows import KEY_COLUMNS, Census
from tests.support import SOLE

COLUMNS = [
    *KEY_COLUMNS,
    *["games", "men", "material", "turn", "in_check", "moves", "outcome", "reason", "captures"],
]
#: Sums that no column is left out of.
SUMS = {
    "positions": "count(*)",
    "games": "sum(games)",
    "mates": "sum(case when outcome = 'mate' and in_check and moves = 0 then games else 0 end)",
    "moves": "sum(moves)",
    "men": "sum(men + captures)",
    "letters": "sum(length(material) + captures)",
    "turns": "sum(length(turn) + length(reason))",
}


class Written:
    """The layer after so many plies in a data folder: its files and what is in them."""

    def __init__(self, folder, ply):
        layer = Path(folder) / f"atlas/array/layer-{ply:02}"
        self.files = [str(path) for path in sorted(layer.glob("*.parquet"))]
        command = Atlas(folder).command(SOLE, "read", str(ply))
        stream = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        read = Census()
        for batch in pyarrow.ipc.open_stream(stream):
            read.add(batch)
        self.expected = told(read)
        manifest = json.loads((layer / "manifest.json").read_text())
        tallies = [file["content"]["tallies"] for file in manifest["files"]]
        self.sums = {
            "positions": sum(tally["all"]["positions"] for tally in tallies),
            "games": sum(int(tally["all"]["games"]) for tally in tallies),
            "mates": sum(int(tally["mates"]["games"]) for tally in tallies),
            "moves": sum(tally["edges"] for tally in tallies),
            # All men are there or captured, and a material has one letter for each and a `v`.
            "men": 32 * read.rows,
            "letters": 33 * read.rows,
            "turns": read.rows,
        }

    def census(self, words, games):
        """What is in rows that somebody else has read, to be compared with `expected`."""
        census = Census()
        census.add_words(words, games)
        return told(census)


def told(census):
    """What a census has found."""
    return (census.rows, census.games, census.in_order, census.keys())
