{{ config(pre_hook="{{ tidegate_gate(var('tables', ['bronze.orders']), var('start'), var('end')) }}") }}

select count(*) as orders
  from {{ source('bronze', 'orders') }}
 where ordered_at >= {{ tidegate_instant(var('start')) }} and ordered_at < {{ tidegate_instant(var('end')) }}
