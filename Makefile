.PHONY: check test cover bench

check:
	ruff check .
	ruff format --check .
	mypy

test:
	python -m pytest -q -n auto --dist loadfile
	NUMBA_BOUNDSCHECK=1 python -m pytest -q tests/test_contract.py tests/test_rng.py tests/test_tally.py tests/games

cover:
	rm -f .coverage .coverage.*
	NUMBA_DISABLE_JIT=1 python -m coverage run -m pytest -q tests/games tests/test_rng.py
	NUMBA_DISABLE_JIT=1 python -m coverage run -m pytest -q tests/test_contract.py tests/test_tally.py -k "twin or exact or random_order"
	python -m coverage run -m pytest -q
	python -m coverage combine -q
	python -m coverage report --skip-covered --show-missing

bench:
	python -m pytest -q -s tests/bench_kernels.py
