"""Child processes that are believed only at their end.

A child that dies closes its pipe, and to whoever reads that pipe this may look like the end
of the data. So three things are asked before anything that came out counts: the exit code,
the counts that the child tells at its end, and whether all of the input was taken.
"""

import json
import subprocess
import threading


class ChildError(Exception):
    """A child process that failed, or whose counts do not agree."""


class Child:
    """A running child process; it does not outlive its `with` block.

    Input comes from `feed`, a function that writes to a file and runs in a thread of its
    own, since both sides would block on full pipes; or from another child; or there is none.
    """

    def __init__(self, argv, *, feed=None, source=None, exits=(0,)):
        self.argv = [str(word) for word in argv]
        self._exits = exits
        stdin = subprocess.PIPE if feed else source.stdout if source else subprocess.DEVNULL
        self._process = subprocess.Popen(
            self.argv, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        if source:
            # The child alone reads now, so that the other one notices if it ends.
            source.stdout.close()
        self._said = _Thread(self._process.stderr.read)
        self._feeder = _Thread(lambda: self._feed(feed)) if feed else None

    @property
    def stdout(self):
        """What the child writes."""
        return self._process.stdout

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        ended = self._process.poll() is not None
        if not ended:
            self._process.kill()
        self._process.wait()
        self.stdout.close()
        # What broke in between is told together with what the child said about it.
        if isinstance(error, (OSError, ValueError)) and not isinstance(error, ChildError):
            raise self._failure(f"{type(error).__name__}: {error}") from error

    def end(self):
        """Waits for the end, and returns what the child said on standard error.

        Raises `ChildError` unless all input was taken and the exit code is a good one.
        """
        if self.stdout and not self.stdout.closed and self.stdout.read(1):
            raise self._failure("it writes more than was expected")
        code = self._process.wait()
        if code not in self._exits:
            raise self._failure("it failed")
        if self._feeder and (error := self._feeder.result()[1]):
            raise self._failure(f"it could not be fed: {error!r}")
        return self._said.result()[0]

    def end_counts(self):
        """Waits for the end, and returns the counts on the last line of standard error."""
        said = self.end().decode(errors="replace").strip().splitlines()
        try:
            return json.loads(said[-1])
        except (IndexError, ValueError):
            raise self._failure("it told no counts at its end") from None

    def expect(self, what, expected, actual):
        """Raises `ChildError` if a count is not as it must be."""
        if expected != actual:
            raise self._failure(f"{actual} {what}, there must be {expected}")

    def _feed(self, feed):
        with self._process.stdin as sink:
            feed(sink)

    def _failure(self, why):
        """The error, with what the child said; a child that does not end is killed."""
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
        code = self._process.wait()
        said = (self._said.result()[0] or b"").decode(errors="replace").strip()
        return ChildError(f"{' '.join(self.argv)}: {why} (exit code {code}; it said: {said})")


class _Thread:
    """A function in a thread of its own, with what became of it."""

    def __init__(self, function):
        self._outcome = (None, None)
        self._thread = threading.Thread(target=self._run, args=(function,), daemon=True)
        self._thread.start()

    def _run(self, function):
        try:
            self._outcome = (function(), None)
        except Exception as error:  # The thread that asks for the result decides.
            self._outcome = (None, error)

    def result(self):
        """Waits for the end, and returns the value and the error, one of which is `None`."""
        self._thread.join()
        return self._outcome
