{# Fails, with the reason, unless the period from start to end (exclusive) is final for every table.

   tables     a list of tables, as the control table names them
   start, end instants with a zone, such as '2026-10-01T14:00:00Z'

   The predicate: tracked_from <= start AND end <= finalized_until.
   Meant for a pre_hook; nothing is asked while dbt parses or compiles. #}
{% macro tidegate_gate(tables, start, end) %}
  {% if execute and flags.WHICH in ('run', 'build') %}
    {% for table in tables %}
      {% set query %}
        select case
                 when tracked_from <= {{ tidegate_instant(start) }} and {{ tidegate_instant(end) }} <= finalized_until then 'FINAL'
                 when {{ tidegate_instant(start) }} < epoch_from then 'NOT_COVERED'
                 when state = 'STOPPED' then 'STOPPED'
                 else 'NOT_YET'
               end as outcome,
               finalized_until, state, seen_at, reason_code, reason
          from {{ var('tidegate_control') }}
         where table_name = '{{ table | replace("'", "''") }}'
      {% endset %}
      {% set rows = run_query(query).rows %}
      {% set asked = table ~ ' from ' ~ start ~ ' until ' ~ end %}
      {% if rows | length == 0 %}
        {% do exceptions.raise_compiler_error('tidegate: ' ~ table ~ ' has no row in the control table. Check its name.') %}
      {% endif %}
      {% set row = rows[0] %}
      {% set held = '' if row['reason_code'] is none else ' ' ~ row['reason_code'] ~ ': ' ~ row['reason'] %}
      {% if row['outcome'] == 'FINAL' %}
        {% do log('tidegate: ' ~ asked ~ ' is final.') %}
      {% elif row['outcome'] == 'NOT_COVERED' %}
        {% do exceptions.raise_compiler_error('tidegate: ' ~ asked ~ ' will not be final: the period starts before what the stream can vouch for.') %}
      {% elif row['outcome'] == 'STOPPED' %}
        {% do exceptions.raise_compiler_error('tidegate: ' ~ asked ~ ' will not be final: the stream was refused a start.' ~ held) %}
      {% else %}
        {% do exceptions.raise_compiler_error('tidegate: ' ~ asked ~ ' is not final yet. It is until ' ~ row['finalized_until'] ~ '; the stream was last seen ' ~ row['seen_at'] ~ ' as ' ~ row['state'] ~ '.' ~ held) %}
      {% endif %}
    {% endfor %}
  {% endif %}
{% endmacro %}

{# An instant as the adapter's type: one that is kept in UTC, and not a local time. #}
{% macro tidegate_instant(text) %}{{ adapter.dispatch('tidegate_instant')(text) }}{% endmacro %}

{% macro default__tidegate_instant(text) %}cast('{{ text | replace("'", "''") }}' as timestamp){% endmacro %}

{% macro duckdb__tidegate_instant(text) %}cast('{{ text | replace("'", "''") }}' as timestamptz){% endmacro %}
