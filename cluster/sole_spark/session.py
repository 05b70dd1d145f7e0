"""A Spark session with the settings under which results were found to be exact.

docs/cluster.md says why each of them is as it is.
"""

import atexit
import os
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from pyspark import SparkFiles
from pyspark.sql import SparkSession

SETTINGS = {
    # Two attempts at the same task would cost twice, and nothing is to be won.
    "spark.speculation": "false",
    # The second algorithm shows files before the job has succeeded.
    "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": "1",
    # One partition is one file of the layer.
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.adaptive.coalescePartitions.enabled": "false",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "8192",
    # A sum that overflows is an error.
    "spark.sql.ansi.enabled": "true",
}


class SettingsError(Exception):
    """A session that was there already has settings under which results may be wrong."""


def open_session(name, master=None, extra=()):
    """The session, new or as `spark-submit` has made it, with this package on all machines."""
    if not os.environ.get("JAVA_HOME") and not shutil.which("java"):
        raise SettingsError("Spark needs Java 17 or later: install it, or set JAVA_HOME")
    builder = SparkSession.builder.appName(name)
    if master:
        builder = builder.master(master)
    if master and master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    for key, value in [*SETTINGS.items(), *extra]:
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    check_settings(spark)
    ship_package(spark.sparkContext)
    return spark


def check_settings(spark):
    """Raises `SettingsError` if a setting is not as it must be."""
    for key, value in SETTINGS.items():
        actual = spark.sparkContext.getConf().get(key)
        if actual != value:
            raise SettingsError(f"{key} is {actual}, it must be {value}")


def ship_package(context):
    """Makes this package known to the Python of all executors."""
    package, folder = Path(__file__).parent, tempfile.mkdtemp(prefix="sole-spark-")
    # Executors that start later fetch it later.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    archive = Path(folder) / "sole_spark.zip"
    with zipfile.ZipFile(archive, "w") as files:
        for module in sorted(package.glob("*.py")):
            files.write(module, f"{package.name}/{module.name}")
    context.addPyFile(str(archive))


class Sole:
    """The binary, on the driver and, after it was shipped, with every task."""

    def __init__(self, path, spark):
        self.path = shutil.which(path) or path
        self._name = Path(self.path).name
        spark.sparkContext.addFile(self.path)

    def on_executor(self):
        """Where a task finds it."""
        return SparkFiles.get(self._name)
