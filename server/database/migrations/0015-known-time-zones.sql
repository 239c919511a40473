-- A masjid's time zone is one that PostgreSQL knows, since every read of a wall clock uses it: the expression fails for any
-- other name. A row that has another name could not be read; its masjid can choose one of its state's zones afterwards.
update masjids set time_zone = 'America/New_York'
where lower(time_zone) not in (select lower(name) from pg_timezone_names);
alter table masjids add constraint time_zone_is_known
  check (timestamptz '2000-01-01 00:00Z' at time zone time_zone is not null);

-- Results that were stored under an Idempotency-Key while they could still be whole records.
update idempotency_keys set answer = '{}' where answer ? 'phone';
