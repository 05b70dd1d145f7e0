"""Keys as numbers, sums and hashes of rows, and which partition they go to."""

import unittest

import pyarrow

from sole_spark import rows
from sole_spark.grow import Parts, Targets
from sole_spark.map import asked


def batch(*pairs):
    """Rows with the first eight bytes and the games given."""
    keys = [number.to_bytes(8, "big") + bytes(16) for number, _ in pairs]
    games = [games for _, games in pairs]
    return pyarrow.record_batch([keys, games], schema=rows.SCHEMA)


class Rows(unittest.TestCase):
    def test_occupied_squares_are_numbers(self):
        numbers = [0, 1, 255, 256, 2**63, 2**64 - 1]
        whole = batch(*((number, 1) for number in numbers))
        self.assertEqual(rows.occupied(whole.column("position")).tolist(), numbers)
        self.assertEqual(rows.occupied(whole.slice(2, 3).column("position")).tolist(), numbers[2:5])

    def test_positions_are_three_numbers(self):
        words = [[1, 2**64 - 1], [0xD5FC << 48, 0], [3, 2**63]]
        positions = [b"".join(word.to_bytes(8, "big") for word in key) for key in zip(*words)]
        self.assertEqual(rows.joined(words).to_pylist(), positions)

    def test_sums_do_not_overflow(self):
        large = 2**63 - 1
        self.assertEqual(rows.total(batch((1, large), (2, large), (3, 5)).column("games")), 2 * large + 5)

    def test_order_is_seen_within_and_between_batches(self):
        cases = [
            ([[1, 2], [3]], True),
            ([[1], [2], [2**64 - 1]], True),
            ([[1, 1]], False),
            ([[2, 1]], False),
            ([[1, 2], [2]], False),
            ([[1, 3], [2]], False),
        ]
        for batches, expected in cases:
            census = rows.Census()
            for numbers in batches:
                census.add(batch(*((number, 1) for number in numbers)))
            self.assertEqual(census.in_order, expected, batches)

    def test_hashes_do_not_depend_on_batches(self):
        one, two = rows.Census(), rows.Census()
        one.add(batch((1, 1), (2, 2), (3, 3)))
        two.add(batch((1, 1)))
        two.add(batch((2, 2), (3, 3)))
        self.assertEqual((one.keys(), one.games, one.rows), (two.keys(), 6, 3))

    def test_row_groups_are_numbered_from_file_to_file(self):
        for groups in [[1], [3], [2, 1, 4], [16, 16, 5]]:
            parts = Parts(groups)
            expected = [(file, group) for file, n in enumerate(groups) for group in range(n)]
            self.assertEqual([parts[number] for number in range(len(parts))], expected)

    def test_rows_go_to_the_partitions_of_their_files(self):
        numbers = [0, 9, 10, 19, 20, 29, 30, 2**64 - 1]
        cases = [
            ([0, 1, 2, 3], [0, 0, 1, 1, 2, 2, 3, 3], numbers),
            ([1, 3], [0, 0, 1, 1], [10, 19, 30, 2**64 - 1]),
            ([2], [0, 0], [20, 29]),
        ]
        for files, places, left in cases:
            sorted_out = Targets(files, [10, 20, 30]).sort_out(batch(*((n, n % 7 + 1) for n in numbers)))
            self.assertEqual(sorted_out.column("place").to_pylist(), places, files)
            self.assertEqual(rows.occupied(sorted_out.column("position")).tolist(), left, files)
            self.assertEqual(sorted_out.column("games").to_pylist(), [n % 7 + 1 for n in left], files)

    def test_blank_lines_and_comments_are_not_asked(self):
        lines = ["a", "", "  ", "# b", " # c", "d # e", "\u3000f\u2003", "\x1f"]
        column = pyarrow.record_batch([pyarrow.array(lines)], names=["value"])
        self.assertEqual(asked(column), ["a", "d # e", "f", "\x1f"])
