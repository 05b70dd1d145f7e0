# Two commands are enough for a start: `make run` and `make test`.

# What is checked: everything, SQL included, which is no part of a plain build.
CHECKED := --workspace --features sole/sql --locked

# The version of cargo-deny, which `make tools` installs.
DENY := 0.20.2

.PHONY: help run sql test format lint deny advisories docs tests test-slow test-uci test-cluster test-cluster-slow bench bench-cluster bench-web page test-page peers peers-syzygy peers-gaviota fuzz tools

help:
	@echo 'make run        build everything and serve the workshop on a local address'
	@echo 'make sql        build the binary with SQL over atlases, a matter of some minutes more'
	@echo 'make test       formatting, lints, documentation and all tests, those in a browser included'
	@echo 'make test-slow  the tests that take minutes'
	@echo 'make test-cluster       layers on Apache Spark, with kills; installs Python packages and Java'
	@echo 'make test-cluster-slow  the same with a master and two workers; takes minutes'
	@echo 'make page       build the page of the workshop; installs Node packages, and Node if need be'
	@echo 'make test-page  the page in Chromium, which is installed where it is missing'
	@echo 'make test-uci   the engine, driven by python-chess, which is installed'
	@echo 'make advisories known vulnerabilities of the dependencies; fetches the RustSec database'
	@echo 'make bench      how fast it is'
	@echo 'make bench-web  how many requests a second the server answers; needs wrk'
	@echo 'make peers      the same against other programs'
	@echo 'make peers-gaviota  the tables of three men against Gaviota, needs Python'
	@echo 'make fuzz       each fuzz target for FUZZ_SECONDS (60)'

# The page first, so that the binary has it.
run: page
	cargo build --release --package sole --locked
	target/release/sole serve --open

# DataFusion is large, so that only this target and the tests build it.
sql:
	cargo build --release --package sole --features sql --locked

test: tools page format deny lint docs tests test-uci test-page

# What the checks need beyond Rust itself.
tools:
	@cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@cargo clippy --version >/dev/null 2>&1 || rustup component add clippy
	@test "$$(cargo deny --version 2>/dev/null)" = 'cargo-deny $(DENY)' || \
		cargo install cargo-deny --version $(DENY) --locked
	@command -v pdftoppm >/dev/null || tools/install poppler-utils || \
		echo 'pages of books will not be looked at: install pdftoppm (Debian: poppler-utils)' >&2

format:
	cargo fmt --all --check

# The second run is for the binary without SQL; it compiles nothing but that anew.
lint:
	cargo clippy $(CHECKED) --all-targets -- -D warnings
	cargo clippy --workspace --all-targets --locked -- -D warnings

# Licenses, sources and versions of all dependencies, by the rules in deny.toml.
deny:
	cargo deny --locked check bans licenses sources

# Known vulnerabilities of the dependencies. The database is fetched over the network and changes
# from day to day, so this is not part of `make test`.
advisories: tools
	cargo deny --locked check advisories

docs:
	RUSTDOCFLAGS='-D warnings' cargo doc $(CHECKED) --no-deps

tests:
	cargo test $(CHECKED)

# Slow tests are marked `#[ignore = "slow tier: make test-slow"]`. Those of SQL run as `make test`
# has compiled them, which is faster than DataFusion is optimised.
test-slow:
	cargo test --workspace --exclude sole-sql --release --locked -- --ignored
	cargo test $(CHECKED) --test diagrams -- --ignored
	$(MAKE) test-cluster-slow

# The binary is the one that `make tests` has built.
test-cluster:
	cargo test $(CHECKED) --no-run
	cluster/check target/debug/sole

test-cluster-slow:
	cargo test $(CHECKED) --no-run
	cluster/check target/debug/sole test_standalone

bench-cluster:
	cargo build --release --package sole --locked
	cluster/check target/release/sole bench

# One position again and again, as the page asks while someone plays. It fails below 10 000 requests
# a second, or if 1 % take longer than 20 ms.
BENCH_WEB := target/bench-web
BENCH_PORT ?= 8655

bench-web:
	@command -v wrk >/dev/null || { echo 'wrk is missing: apt-get install wrk' >&2; exit 1; }
	cargo build --release --package sole --locked
	target/release/sole endgame build KQvK --dtz --data-dir $(BENCH_WEB)
	target/release/sole serve --port $(BENCH_PORT) --data-dir $(BENCH_WEB) & server=$$!; sleep 2; \
		wrk -t2 -c32 -d10s --latency 'http://127.0.0.1:$(BENCH_PORT)/standard?fen=8/8/8/4k3/8/8/8/1Q2K3_w_-_-_0_1' \
			| tee $(BENCH_WEB)/wrk.txt; \
		grep -E 'VmRSS|VmHWM' /proc/$$server/status; kill -INT $$server; wait $$server
	awk -f crates/web/bench.awk $(BENCH_WEB)/wrk.txt

# The page is embedded in the binary if it is there when the crate web is compiled, which the new
# time of its build script makes cargo do again.
PAGE := crates/web/page
PAGE_BUILT := $(PAGE)/dist/index.html
PAGE_SOURCES := $(shell find $(PAGE)/src $(PAGE)/public -type f) $(PAGE)/index.html \
	$(PAGE)/package.json $(PAGE)/package-lock.json $(PAGE)/vite.config.ts

page: $(PAGE_BUILT)

$(PAGE_BUILT): $(PAGE_SOURCES)
	programs=$$($(PAGE)/prepare | tail -n 1) && cd $(PAGE) && PATH="$$programs:$$PATH" npm run --silent build
	@touch crates/web/build.rs

# The binary is the one that `make tests` has built. PAGE_ONLY=play runs the files of tests that
# have that in their names.
test-page: page
	cargo test $(CHECKED) --no-run
	programs=$$($(PAGE)/prepare tests | tail -n 1) && cd $(PAGE) && export PATH="$$programs:$$PATH" && \
		npm run --silent check && npm run --silent unit && \
		node tests/run.mjs ../../../target/debug/sole $(PAGE_ONLY)

# python-chess drives `sole uci` to mate; the binary is the one that `make tests` has built.
test-uci:
	cargo test $(CHECKED) --no-run
	tools/python peers/$(PEER_PYTHON) peers/requirements.txt
	peers/$(PEER_PYTHON)/bin/python peers/uci.py target/debug/sole target/uci-tables

bench:
	cargo bench --workspace --locked --benches

# The same endgame tables and the same games in all programs, then the tables of speeds: plain,
# and for this processor.
peers: peers-syzygy
	cd peers && cargo test --release --locked
	cd peers && cargo run --release --locked --bin sudoku
	cd peers && cargo run --release --locked --bin sudoku-make
	cd peers && cargo run --release --locked --bin bench
	cd peers && RUSTFLAGS='-C target-cpu=native' \
		cargo run --release --locked --features pext --target-dir target/native --bin bench

# The tables are built anew, so that they are those of this program.
PEER_TABLES := target/tables
PEER_PYTHON := target/python

peers-syzygy:
	rm -rf peers/$(PEER_TABLES)
	cd peers && cargo run --release --locked --bin syzygy $(PEER_TABLES)

peers-gaviota:
	tools/python peers/$(PEER_PYTHON) peers/requirements.txt
	rm -rf peers/$(PEER_TABLES)
	cd peers && cargo run --release --locked --bin dump $(PEER_TABLES) | \
		$(PEER_PYTHON)/bin/python gaviota.py

FUZZ_SECONDS ?= 60
# Some targets write a file for each input: in memory, if the system has such a folder.
FUZZ_FOLDER ?= $(firstword $(wildcard /dev/shm) /tmp)

fuzz:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked
	@rustup toolchain list | grep -q nightly || rustup toolchain install nightly --profile minimal
	for target in $$(cargo +nightly fuzz list); do \
		TMPDIR=$(FUZZ_FOLDER) cargo +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done
