-- Whether a period is final, asked in DuckDB.
--
--   $control       the path of the control table
--   $table_name    the table that is asked for
--   $period_start, $period_end   the period, the end exclusive: instants with a zone
--
-- One row; none means that the table is not known. Instants are shown in the session's TimeZone, which the answer does not
-- depend on.
--
-- Install: INSTALL delta; LOAD delta; and credentials as DuckDB's secrets.
--
-- The predicate: tracked_from <= start AND end <= finalized_until. NULL, before the first verdict, counts as not final.
--
-- Tested with DuckDB 1.5.5 and its delta extension, in two time zones.
SELECT coalesce(tracked_from <= $period_start::TIMESTAMPTZ AND $period_end::TIMESTAMPTZ <= finalized_until, false) AS is_final,
       tracked_from, finalized_until, state, reason_code, reason
  FROM delta_scan($control)
 WHERE table_name = $table_name
