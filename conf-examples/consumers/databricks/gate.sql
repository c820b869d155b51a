-- Whether an hour of a table is final, for a SQL task of a job (gated-job.json beside this file).
--
--   :control      the name of the control table
--   :table_name   the table that is asked for
--   :period_end   the end (exclusive) of the hour, with its zone: 2026-10-01T15:00:00Z
--
-- One row, with what it came to and why: FINAL, STOPPED, NOT_COVERED or NO_SUCH_ROW, none of which waiting changes. An hour
-- that is not final yet is an error instead, so that the task's retries are the waiting.
--
-- The predicate: tracked_from <= start AND end <= finalized_until.
--
-- Tested on Spark 4.2.0 with Delta 4.4.0, its parameters bound by name. Not tested: a SQL warehouse. In a Spark of your own, the
-- parser that Delta 4.4 brings as a session extension refuses named parameters.
WITH asked AS (
  SELECT CAST(:period_end AS TIMESTAMP) - INTERVAL 1 HOUR AS period_start,
         CAST(:period_end AS TIMESTAMP) AS period_end
), answer AS (
  SELECT CASE
           WHEN table_name IS NULL THEN 'NO_SUCH_ROW'
           WHEN tracked_from <= period_start AND period_end <= finalized_until THEN 'FINAL'
           WHEN period_start < epoch_from THEN 'NOT_COVERED'
           WHEN state = 'STOPPED' THEN 'STOPPED'
           ELSE 'NOT_YET'
         END AS outcome,
         concat(
           :table_name, ': the hour until ', :period_end,
           coalesce(concat('; final until ', finalized_until), '; nothing is final'),
           coalesce(concat('; last seen ', seen_at, ' as ', state), ''),
           coalesce(concat('; ', reason_code, ': ', reason), '')) AS reason
    FROM asked LEFT JOIN IDENTIFIER(:control) ON table_name = :table_name
)
SELECT CASE WHEN outcome = 'NOT_YET' THEN raise_error(concat('Not final yet: ', reason)) ELSE outcome END AS outcome,
       reason
  FROM answer
