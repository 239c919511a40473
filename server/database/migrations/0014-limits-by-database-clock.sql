-- Milliseconds since 1970 by the product's clock.
create function milliseconds_now() returns bigint language sql stable as
  $$ select floor(extract(epoch from minbar_now()) * 1000)::bigint $$;

-- Counts one call on each of the counters, in their order. A counter begins anew when its window has ended. Stops at the
-- first counter that is over its limit, and returns the key of that counter and the milliseconds until its window ends. No
-- row is returned when the call is within all limits. All processes count by the database's clock, so their own clocks
-- may differ. Callers that share counters name them in the same order, so that no two of them wait for each other.
create function count_calls(keys text[], calls_at_most bigint[], window_seconds integer[])
  returns table (refused_key text, wait_ms double precision) language plpgsql as $$
declare
  now_ms constant bigint := milliseconds_now();
  counted rate_limits;
begin
  for i in 1 .. cardinality(keys) loop
    insert into rate_limits as counter (key, points, expire)
    values (keys[i], 1, now_ms + window_seconds[i] * 1000::bigint)
    on conflict (key) do update set
      points = case when counter.expire <= now_ms then 1 else counter.points + 1 end,
      expire = case when counter.expire <= now_ms then excluded.expire else counter.expire end
    returning * into counted;
    if counted.points > calls_at_most[i] then
      refused_key := keys[i];
      wait_ms := counted.expire - now_ms;
      return next;
      return;
    end if;
  end loop;
end $$;
