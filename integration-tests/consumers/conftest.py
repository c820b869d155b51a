"""What the suite's 'run' has made, in CONSUMERS_WORK."""

import os
from pathlib import Path

import pytest

WORK = Path(os.environ["CONSUMERS_WORK"])


@pytest.fixture(scope="session")
def control() -> str:
    """The path of a control table with a row in each state."""
    return str(WORK / "control")


@pytest.fixture(scope="session")
def answers() -> list[str]:
    """What the SQL of the job for Databricks answered in Spark: table, hour, outcome and text."""
    return (WORK / "gate.txt").read_text().splitlines()


@pytest.fixture(scope="session")
def extensions() -> dict[str, str]:
    """DuckDB's configuration for extensions that are kept apart from the user's."""
    return {"extension_directory": str(WORK / "extensions")}
