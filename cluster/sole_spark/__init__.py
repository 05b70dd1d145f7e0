"""Sole on an Apache Spark cluster: layers of the atlas, and long lists of puzzles.

Spark shares out work, moves rows and repeats what was lost. All that is about chess or
about files of layers is done by the binary `sole`, as child processes of Spark's tasks.
See docs/cluster.md.
"""
