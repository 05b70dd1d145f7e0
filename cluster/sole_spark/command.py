"""The command line: `python -m sole_spark grow | map | verify`."""

import argparse
import json
import os
import sys

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from sole_spark.atlas import Atlas, AtlasError
from sole_spark.grow import grow
from sole_spark.map import MapError, map_lines
from sole_spark.session import SettingsError, Sole, open_session
from sole_spark.verify import VerifyError, verify

#: Errors that say by themselves what is wrong.
KNOWN = (AtlasError, MapError, OSError, Py4JJavaError, PySparkException, SettingsError, VerifyError)


def main(arguments=None):
    """Runs a command, prints its result as JSON, and returns the exit code."""
    flags = parser().parse_args(arguments)
    try:
        spark = open_session(f"sole {flags.verb}", flags.master, flags.conf)
        try:
            found = flags.run(spark, Sole(flags.sole, spark), flags)
        finally:
            spark.stop()
    except KNOWN as error:
        print(f"error: {readable(error)}", file=sys.stderr)
        return 3
    print(json.dumps(found))
    return 0


def readable(error):
    """What an error says, without the places in Java."""
    lines = str(error).splitlines()
    return "\n".join(line for line in lines if not line.startswith(("\tat ", "\t... ")))


def parser():
    """All flags."""
    all_flags = argparse.ArgumentParser(prog="python -m sole_spark", description=__doc__)
    verbs = all_flags.add_subparsers(dest="verb", required=True)
    growing = verbs.add_parser("grow", help="make a layer of the atlas from the one before it")
    growing.add_argument("ply", type=int, help="the plies of the layer")
    growing.add_argument("--at-most", type=int, metavar="FILES", help="make so many missing files")
    growing.set_defaults(run=run_grow)
    mapping = verbs.add_parser("map", help="answer every line of some files")
    mapping.add_argument("--input", action="append", required=True, help="a file or folder of lines")
    mapping.add_argument("--output", required=True, help="a folder that is not there yet")
    mapping.add_argument("--bytes-per-task", type=int, default=1 << 20, metavar="BYTES")
    mapping.add_argument("words", nargs="+", help="the command, after --: mate solve --moves 2")
    mapping.set_defaults(run=run_map)
    verifying = verbs.add_parser("verify", help="read a layer again")
    verifying.add_argument("ply", type=int, help="the plies of the layer")
    verifying.set_defaults(run=run_verify)
    for verb in (growing, verifying):
        verb.add_argument("--data-dir", required=True, help="a folder that all machines see")
        verb.add_argument("--from", dest="start", metavar="FEN", help="where the atlas begins")
    for verb in (growing, mapping, verifying):
        verb.add_argument("--sole", default="sole", help="the binary, which is sent to all machines")
        verb.add_argument("--master", help="the cluster, unless spark-submit has said it")
        verb.add_argument("--conf", action="append", default=[], type=setting, metavar="KEY=VALUE")
    return all_flags


def setting(text):
    """A setting of Spark, `key=value`."""
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text} is not KEY=VALUE")
    return key, value


def atlas(flags):
    """The atlas that the flags mean; tasks work in other folders than the driver."""
    return Atlas(os.path.abspath(flags.data_dir), flags.start)


def run_grow(spark, sole, flags):
    return grow(spark, sole, atlas(flags), flags.ply, flags.at_most)


def run_map(spark, sole, flags):
    return map_lines(spark, sole, flags.words, flags.input, flags.output, flags.bytes_per_task)


def run_verify(spark, sole, flags):
    return verify(spark, sole, atlas(flags), flags.ply)
