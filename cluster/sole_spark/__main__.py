"""`python -m sole_spark`."""

from sole_spark.command import main

if __name__ == "__main__":
    raise SystemExit(main())
