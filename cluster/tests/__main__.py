"""Runs the tests whose modules are named, or those of the normal tier, and says how many passed."""

import sys
import unittest

NORMAL = ["test_child", "test_rows", "test_session", "test_readers", "test_local_cluster"]


def main():
    names = [f"tests.{name}" for name in sys.argv[1:] or NORMAL]
    suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    outcome = unittest.TextTestRunner(verbosity=2, failfast=True).run(suite)
    if not outcome.wasSuccessful() or outcome.skipped:
        return 1
    print(f"{outcome.testsRun} passed")
    return 0


raise SystemExit(main())
