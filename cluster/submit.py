"""The command line for `spark-submit`, which wants a script: `spark-submit … submit.py grow 9 …`."""

from sole_spark.command import main

raise SystemExit(main())
