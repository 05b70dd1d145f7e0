# Two commands are enough for a start: `make run` and `make test`.

SOLE := cargo run --release --quiet --package sole --

# What is checked: everything, SQL included, which is no part of a plain build.
CHECKED := --workspace --features sole/sql --locked

.PHONY: help run sql test format lint docs tests test-slow test-cluster test-cluster-slow bench bench-cluster peers peers-syzygy peers-gaviota peers-uci fuzz tools

help:
	@echo 'make run        build the binary, show a few boards, count games and solve an ending'
	@echo 'make sql        build the binary with SQL over atlases, a matter of some minutes more'
	@echo 'make test       formatting, lints, documentation and all tests'
	@echo 'make test-slow  the tests that take minutes'
	@echo 'make test-cluster       layers on Apache Spark, with kills; installs Python packages and Java'
	@echo 'make test-cluster-slow  the same with a master and two workers; takes minutes'
	@echo 'make bench      how fast it is'
	@echo 'make peers      the same against other programs'
	@echo 'make peers-gaviota  the tables of three men against Gaviota, needs Python'
	@echo 'make peers-uci      python-chess drives the engine, needs Python'
	@echo 'make fuzz       each fuzz target for FUZZ_SECONDS (60)'

run:
	cargo build --release --package sole
	@echo; echo '$$ sole board show r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4'
	@$(SOLE) board show r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
	@echo; echo '$$ echo e4 e5 Nf3 Nc6 Bb5 | sole simulate | tail -n 12'
	@echo e4 e5 Nf3 Nc6 Bb5 | $(SOLE) simulate | tail -n 12
	@echo; echo '$$ sole perft 6'
	@$(SOLE) perft 6
	@echo; echo '$$ sole endgame probe 8/8/8/8/4k3/8/3BN3/4K3 w - -'
	@$(SOLE) endgame probe 8/8/8/8/4k3/8/3BN3/4K3 w - - --data-dir target/tables

# DataFusion is large, so that only this target and the tests build it.
sql:
	cargo build --release --package sole --features sql --locked

test: tools format lint docs tests

# What the checks need beyond Rust itself.
tools:
	@cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@cargo clippy --version >/dev/null 2>&1 || rustup component add clippy

format:
	cargo fmt --all --check

# The second run is for the binary without SQL; it compiles nothing but that anew.
lint:
	cargo clippy $(CHECKED) --all-targets -- -D warnings
	cargo clippy --workspace --all-targets --locked -- -D warnings

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
	cd peers && python3 -m venv $(PEER_PYTHON)
	cd peers && $(PEER_PYTHON)/bin/pip install --quiet chess==1.11.2
	rm -rf peers/$(PEER_TABLES)
	cd peers && cargo run --release --locked --bin dump $(PEER_TABLES) | \
		$(PEER_PYTHON)/bin/python gaviota.py

# python-chess drives `sole uci` to mate.
peers-uci:
	cargo build --release --package sole --locked
	cd peers && python3 -m venv $(PEER_PYTHON)
	cd peers && $(PEER_PYTHON)/bin/pip install --quiet chess==1.11.2
	cd peers && $(PEER_PYTHON)/bin/python uci.py ../target/release/sole target/uci-tables

FUZZ_SECONDS ?= 60

fuzz:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked
	@rustup toolchain list | grep -q nightly || rustup toolchain install nightly --profile minimal
	for target in $$(cargo +nightly fuzz list); do \
		cargo +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done
