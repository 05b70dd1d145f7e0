"""Layers as other programs read them, without a line of ours: DuckDB, pandas and Arrow.

Spark's own reader is tried in `test_local_cluster`, where there is a session.
"""

import unittest

import duckdb
import pandas
import pyarrow.parquet

from sole_spark.rows import KEY_COLUMNS
from tests.support import temporary_folder
from tests.written import COLUMNS, SUMS, Written


class Readers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(temporary_folder(plies=4))
        cls.layer = Written(folder, 4)

    def assert_same(self, words, games):
        """That these are the positions and games that the binary reads, in the same order."""
        self.assertEqual(self.layer.census(words, games), self.layer.expected)

    def test_duckdb(self):
        with duckdb.connect() as connection:
            layer = connection.read_parquet(self.layer.files)
            self.assertEqual(layer.columns, COLUMNS)
            rows = layer.project(", ".join([*KEY_COLUMNS, "games"])).fetchnumpy()
            self.assert_same([rows[name] for name in KEY_COLUMNS], rows["games"])
            [found] = layer.aggregate(", ".join(SUMS.values())).fetchall()
            self.assertEqual(dict(zip(SUMS, found)), self.layer.sums)
            occupied = [int(word) for word in rows["occupied"]]
            for word in [occupied[0], occupied[len(occupied) // 2], occupied[-1]]:
                found = layer.filter(f"occupied = {word}").fetchall()
                self.assertEqual(len(found), occupied.count(word), word)

    def test_pandas(self):
        rows = pandas.read_parquet(self.layer.files)
        self.assertEqual(list(rows.columns), COLUMNS)
        self.assert_same([rows[name] for name in KEY_COLUMNS], rows["games"])
        mates = rows[(rows["outcome"] == "mate") & rows["in_check"] & (rows["moves"] == 0)]
        self.assertEqual(mates["games"].sum(), self.layer.sums["mates"])
        self.assertEqual(rows["moves"].sum(), self.layer.sums["moves"])
        self.assertTrue((rows["men"] + rows["captures"] == 32).all())

    def test_arrow(self):
        rows = pyarrow.parquet.read_table(self.layer.files)
        self.assertEqual(rows.column_names, COLUMNS)
        words = [rows.column(name).to_numpy() for name in KEY_COLUMNS]
        self.assert_same(words, rows.column("games").to_numpy())
