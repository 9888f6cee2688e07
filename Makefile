.PHONY: check test cover bench
TESTS = python -m pytest -q -n auto --dist loadfile

check:
	ruff check .
	ruff format --check .
	mypy

test:
	$(TESTS)
	NUMBA_BOUNDSCHECK=1 python -m pytest -q tests/test_contract.py tests/test_rng.py tests/test_tally.py tests/games

cover:
	rm -f .coverage .coverage.*
	NUMBA_DISABLE_JIT=1 $(TESTS) --cov --cov-report= tests/games tests/test_rng.py
	NUMBA_DISABLE_JIT=1 $(TESTS) --cov --cov-append --cov-report= tests/test_contract.py tests/test_tally.py -k "twin or exact or random_order"
	$(TESTS) --cov --cov-append --cov-report=term-missing:skip-covered

bench:
	python -m pytest -q -s tests/bench_kernels.py
