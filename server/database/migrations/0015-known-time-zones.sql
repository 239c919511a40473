-- Every read of a wall clock uses the masjid's time zone, and fails if PostgreSQL does not know the name. Masjids with an unknown
-- time zone get America/New_York. They can then choose a time zone of their state.
update masjids set time_zone = 'America/New_York'
where lower(time_zone) not in (select lower(name) from pg_timezone_names);
alter table masjids add constraint time_zone_is_known
  check (timestamptz '2000-01-01 00:00Z' at time zone time_zone is not null);

-- Erases stored results that are whole records, as an older version stored them under an Idempotency-Key.
update idempotency_keys set answer = '{}' where answer ? 'phone';
