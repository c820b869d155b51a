SELECT table_name, tracked_from, finalized_until, state, basis
  FROM delta.`${control}`;

SELECT hour_start, count(*) AS orders_so_far,
       tracked_from <= hour_start AND hour_start + INTERVAL 1 HOUR <= finalized_until AS is_final
  FROM (SELECT date_trunc('HOUR', ordered_at) AS hour_start FROM delta.`${orders}`)
       CROSS JOIN (SELECT * FROM delta.`${control}` WHERE table_name = 'bronze.orders')
 GROUP BY ALL
 ORDER BY hour_start;
