"""What the suite's 'run' has made."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def control() -> str:
    """The path of a control table with a row in each state."""
    return os.environ["CONSUMERS_CONTROL"]


@pytest.fixture(scope="session")
def answers() -> list[str]:
    """What the SQL of the job for Databricks answered in Spark: table, hour, outcome and text."""
    return Path(os.environ["CONSUMERS_ANSWERS"]).read_text().splitlines()
