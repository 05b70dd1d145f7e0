"""Tests of `sole_spark`: `python -m tests` in the folder `cluster`; see docs/cluster.md."""
