"""The script for cron, with the shipped command line, against a table in each state."""

import fcntl
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "conf-examples/consumers/cron/hourly-when-final"


def run(control: str, tmp_path: Path, table: str, start: str, *command: str, **env: str) -> subprocess.CompletedProcess:
    (tmp_path / "next").write_text(start + "\n")
    return subprocess.run(
        [SCRIPT, table, tmp_path / "next", *(command or ("echo", "load"))],
        env={**os.environ, "TIDEGATE": str(ROOT / "bin/tidegate"), "TIDEGATE_CONTROL": control, **env},
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )


def next_hour(tmp_path: Path) -> str:
    return (tmp_path / "next").read_text().strip()


def test_works_off_every_hour_that_is_final_and_no_other(control: str, tmp_path: Path) -> None:
    done = run(control, tmp_path, "bronze.orders", "2024-10-01T09:00:00Z")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "load 2024-10-01T09:00:00Z 2024-10-01T10:00:00Z",
        "load 2024-10-01T10:00:00Z 2024-10-01T11:00:00Z",
    ]
    assert next_hour(tmp_path) == "2024-10-01T11:00:00Z"


@pytest.mark.parametrize("table", ["orders", "active", "failed"])
def test_is_silent_while_the_hour_is_not_final_yet(control: str, tmp_path: Path, table: str) -> None:
    done = run(control, tmp_path, f"bronze.{table}", "2024-10-01T11:00:00Z")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("table", "code", "text"),
    [
        ("stopped", 3, "refused a start"),
        ("absent", 5, "bronze.absent"),
        ("late", 6, "It will not be"),
    ],
)
def test_says_why_waiting_does_not_help(control: str, tmp_path: Path, table: str, code: int, text: str) -> None:
    done = run(control, tmp_path, f"bronze.{table}", "2024-10-01T10:00:00Z")
    assert (done.returncode, done.stdout) == (code, "")
    assert f"bronze.{table} is not worked off from 2024-10-01T10:00:00Z on" in done.stderr
    assert text in done.stderr
    assert next_hour(tmp_path) == "2024-10-01T10:00:00Z"


def test_gives_up_an_owner_that_is_out_of_sight(control: str, tmp_path: Path) -> None:
    done = run(control, tmp_path, "bronze.active", "2024-10-01T11:00:00Z", MAX_AGE="1s")
    assert done.returncode == 4
    assert "has not been seen for longer than" in done.stderr


def test_a_control_table_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = run(str(tmp_path / "nowhere"), tmp_path, "bronze.orders", "2024-10-01T09:00:00Z")
    assert done.returncode == 5
    assert "nowhere" in done.stderr


def test_an_hour_whose_command_failed_comes_again(control: str, tmp_path: Path) -> None:
    done = run(control, tmp_path, "bronze.orders", "2024-10-01T09:00:00Z", "sh", "-c", "exit 9")
    assert done.returncode == 9
    assert "failed with 9 for bronze.orders from 2024-10-01T09:00:00Z" in done.stderr
    assert next_hour(tmp_path) == "2024-10-01T09:00:00Z"


def test_two_do_not_work_at_once(control: str, tmp_path: Path) -> None:
    with open(tmp_path / "next.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = run(control, tmp_path, "bronze.orders", "2024-10-01T09:00:00Z")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
