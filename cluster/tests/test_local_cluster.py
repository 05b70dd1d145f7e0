"""Two executors on this machine: layers are byte for byte those of one process, whatever is killed."""

import contextlib
import json
import unittest
from pathlib import Path

from sole_spark.atlas import Atlas, AtlasError
from sole_spark.grow import grow
from sole_spark.map import Files, MapError, map_lines
from sole_spark.rows import KEY_COLUMNS
from sole_spark.session import Sole, open_session
from sole_spark.verify import VerifyError, verify
from tests.support import LOOPBACK, SOLE, Watch, child_of, contents, copy_of, executor_of
from tests.support import grow_here, temporary_folder
from tests.written import COLUMNS, SUMS, Written

#: After five plies, as published.
POSITIONS, GAMES = 822_518, 4_865_609
#: How often a kill is tried.
KILLS = 5
#: A start whose fourth layer has two files.
QUEENS = "rnbqkbnr/1qq5/p6p/8/8/P6P/1QQ5/RNBQKBNR w KQkq - 0 1"
SUDOKUS = [
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28.....1...5.......7.",
    "11.......6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
]


class LocalCluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folders = contextlib.ExitStack()
        cls.addClassCleanup(folders.close)
        cls.before = folders.enter_context(temporary_folder(plies=4))
        cls.expected = contents(folders.enter_context(temporary_folder(plies=5)))
        cls.spark = open_session("sole tests", "local-cluster[2,1,1024]", LOOPBACK)
        cls.addClassCleanup(cls.spark.stop)
        # Errors are provoked here; what is asserted says whether they were overcome.
        cls.spark.sparkContext.setLogLevel("OFF")
        cls.sole = Sole(SOLE, cls.spark)
        cls.app = cls.spark.sparkContext.applicationId

    def grown(self, victim):
        """An atlas that was grown to five plies on the cluster: its summary, files and children."""
        with copy_of(self.before) as folder, Watch(self.app, victim) as watch:
            found = grow(self.spark, self.sole, Atlas(folder), 5)
            return found, contents(folder), watch

    def assert_exact(self, found, files):
        self.assertEqual((found["positions"], found["games"]), (POSITIONS, GAMES))
        self.assertTrue(found["complete"])
        self.assert_same(files, self.expected)

    def assert_same(self, files, expected):
        self.assertEqual(files.keys(), expected.keys())
        for name in expected:
            self.assertTrue(files[name] == expected[name], f"{name} differs")

    def test_1_undisturbed(self):
        found, files, watch = self.grown(lambda _child: None)
        self.assert_exact(found, files)
        self.assertEqual(watch.verbs().get("atlas write"), 1)

    def test_2_executor_killed_while_it_writes(self):
        self.disturb("atlas write", executor_of("atlas write", self.app))

    def test_3_children_killed(self):
        for verb in ["atlas read", "atlas expand", "atlas write"]:
            with self.subTest(verb=verb):
                self.disturb(verb, child_of(verb))

    def disturb(self, verb, victim):
        """Kills until a kill has led to a repetition: one that comes too late proves nothing."""
        for _ in range(KILLS):
            found, files, watch = self.grown(victim)
            self.assert_exact(found, files)
            if watch.killed and watch.verbs()[verb] > 1:
                return
        self.fail(f"{KILLS} kills of {verb} came too late")

    def test_4_a_layer_in_two_files_at_once_and_one_by_one(self):
        with temporary_folder(3, QUEENS) as before, copy_of(before) as whole:
            grow_here(whole, 4, QUEENS)
            expected = contents(whole)
            for at_most, passes in [(None, [0]), (1, [1, 0])]:
                with self.subTest(at_most=at_most), copy_of(before) as folder:
                    atlas = Atlas(folder, QUEENS)
                    for missing in passes:
                        found = grow(self.spark, self.sole, atlas, 4, at_most)
                        self.assertEqual(found["missing"], missing)
                    self.assert_same(contents(folder), expected)
            self.disturb_two_files(before, expected)

    def disturb_two_files(self, before, expected):
        """Kills the executor that writes one of two files while the other one is written, too."""
        victim = executor_of("atlas write", self.app)
        for _ in range(KILLS):
            with copy_of(before) as folder, Watch(self.app, victim) as watch:
                grow(self.spark, self.sole, Atlas(folder, QUEENS), 4)
                self.assert_same(contents(folder), expected)
            if watch.killed and watch.verbs()["atlas write"] > 2:
                return
        self.fail(f"{KILLS} kills came too late")

    def test_5_nothing_is_missing_twice(self):
        with temporary_folder(plies=2) as folder:
            atlas = Atlas(folder)
            self.assertEqual(grow(self.spark, self.sole, atlas, 2)["positions"], 400)
            self.assertEqual(grow(self.spark, self.sole, atlas, 3)["positions"], 5362)
            with self.assertRaisesRegex(AtlasError, "the layer after 4 plies is not there"):
                grow(self.spark, self.sole, atlas, 5)

    def test_6_verify_finds_what_is_there_and_what_is_damaged(self):
        with copy_of(self.before) as folder:
            found = verify(self.spark, self.sole, Atlas(folder), 4)
            self.assertEqual((found["positions"], found["games"]), (72_078, "197281"))
            with self.assertRaisesRegex(VerifyError, "make it with: sole atlas grow 5 --data-dir"):
                verify(self.spark, self.sole, Atlas(folder), 5)
            file = next(Path(folder).rglob("layer-04/*.parquet"))
            damaged = bytearray(file.read_bytes())
            damaged[len(damaged) // 2] ^= 1
            file.write_bytes(damaged)
            with self.assertRaisesRegex(Exception, "its BLAKE3 is not that of the manifest"):
                verify(self.spark, self.sole, Atlas(folder), 4)

    def test_7_every_line_is_answered_once(self):
        self.answer([*SUDOKUS, "# a comment", "", *SUDOKUS], 1 << 20, lambda _child: None)

    def test_7_two_runs_with_one_name(self):
        with temporary_folder() as folder:
            source, output = Path(folder) / "lines.txt", f"{folder}/answers"
            source.write_text(f"{SUDOKUS[0]}\n")
            own = Path(f"{output}.part-own")
            own.mkdir()
            with self.assertRaisesRegex(MapError, "is there already"):
                with Files(self.spark, output) as slower:
                    Path(slower.run).mkdir()
                    map_lines(self.spark, self.sole, ["sudoku", "solve"], [str(source)], output, 1)
                    self.assertTrue(Path(slower.run).exists())
                    slower.publish()
            names = sorted(path.name for path in Path(folder).glob("answers*"))
            self.assertEqual(names, ["answers", own.name])
            self.assertEqual(list(Path(output).glob("answers*")), [])

    def test_8_every_line_is_answered_once_though_a_child_is_killed(self):
        lines = SUDOKUS * 5000
        tasks = -(-82 * len(lines) // (1 << 19))
        for _ in range(KILLS):
            watch = self.answer(lines, 1 << 19, child_of("sudoku solve"))
            if watch.killed and watch.verbs()["sudoku solve"] > tasks:
                return
        self.fail(f"{KILLS} kills came too late")

    def test_9_spark_reads_files_without_us(self):
        written = Written(self.before, 4)
        vectors = self.spark.conf.get("spark.sql.parquet.enableVectorizedReader")
        self.assertEqual(vectors, "true")
        layer = self.spark.read.parquet(*written.files)
        self.assertEqual(layer.columns, COLUMNS)
        rows = layer.select(*KEY_COLUMNS, "games").orderBy(*KEY_COLUMNS).collect()
        words = [[int(row[name]) for row in rows] for name in KEY_COLUMNS]
        self.assertEqual(written.census(words, [row.games for row in rows]), written.expected)
        sums = [f"{sum} as {name}" for name, sum in SUMS.items()]
        self.assertEqual(layer.selectExpr(*sums).first().asDict(), written.sums)

    def answer(self, lines, bytes_per_task, victim):
        """Has lines answered; inputs must come back in their order with the right verdicts."""
        verdicts = dict(zip(SUDOKUS, ["one", "one", "many", None]))
        words = ["sudoku", "solve"]
        with temporary_folder() as folder, Watch(self.app, victim) as watch:
            source, output = Path(folder) / "lines.txt", f"{folder}/answers"
            source.write_text("".join(f"{line}\n" for line in lines))
            found = map_lines(self.spark, self.sole, words, [str(source)], output, bytes_per_task)
            asked = [line for line in lines if line in verdicts]
            self.assertEqual(found["lines"], len(asked))
            parts = sorted(Path(output).glob("part-*"))
            told = [json.loads(line) for part in parts for line in part.read_text().splitlines()]
            self.assertEqual([row["input"] for row in told], asked)
            for row in told:
                verdict = row["answer"].get("result", {}).get("verdict")
                self.assertEqual(verdict, verdicts[row["input"]], row["input"])
            self.assertEqual([path.name for path in Path(folder).glob("answers*")], ["answers"])
            with self.assertRaisesRegex(MapError, "is there already"):
                map_lines(self.spark, self.sole, words, [str(source)], output, bytes_per_task)
        return watch
