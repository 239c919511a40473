-- Rules that must always hold are constraints here. Rules that need the time or other data are in domain/.
create extension if not exists cube;
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- The clock that decides what is past. Only a test's database replaces it. It returns the current time, not the
-- transaction's start, because a slot may begin while a transaction waits for a lock.
create function minbar_now() returns timestamptz language sql stable as 'select clock_timestamp()';

-- A slot occupies its khateeb for an hour from its start. The function is immutable, because adding minutes needs no time
-- zone. PostgreSQL marks the operator as stable only because adding days or months needs one.
create function speaking_hour(starts_at timestamptz) returns tstzrange language sql immutable as
  $$ select tstzrange(starts_at, starts_at + interval '60 minutes') $$;

-- A place as a point of the unit sphere: sorting by straight distance is sorting by great-circle distance, also at the
-- date line and at the poles.
create function on_unit_sphere(latitude float8, longitude float8) returns cube language sql immutable strict as
  $$ select cube(array[
       cos(radians(latitude)) * cos(radians(longitude)),
       cos(radians(latitude)) * sin(radians(longitude)),
       sin(radians(latitude))]) $$;

-- The text that a search compares: in lower case, without the periods and dashes that users leave out ("St. Louis",
-- "Al-Noor"), and with one space between words.
create function searchable(name text) returns text language sql immutable strict as
  $$ select lower(btrim(regexp_replace(
       regexp_replace(regexp_replace(name, '[-_/]', ' ', 'g'), '[^[:alnum:][:space:]]', '', 'g'), '\s+', ' ', 'g'))) $$;

create table accounts (
  uid uuid primary key default gen_random_uuid(),
  role text not null check (role in ('khateeb', 'masjid')),
  email text not null unique check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  email_verified_at timestamptz,
  password_hash text not null,
  paid boolean not null default false,
  free_trial boolean not null default true,
  verified boolean not null default false,
  created_at timestamptz not null default minbar_now(),
  unique (uid, role)
);

create table masjids (
  uid uuid primary key,
  role text not null default 'masjid' check (role = 'masjid'),
  masjid_name text not null check (char_length(masjid_name) between 1 and 200),
  masjid_address text not null check (char_length(masjid_address) between 1 and 200),
  zip_code text not null check (zip_code ~ '^\d{5}$'),
  city text not null,
  state_code text not null check (state_code ~ '^[A-Z]{2}$'),
  -- Other names of the place, for search.
  also_called text not null default '',
  latitude float8 not null check (latitude between -90 and 90),
  longitude float8 not null check (longitude between -180 and 180),
  position cube not null generated always as (on_unit_sphere(latitude, longitude)) stored,
  search text not null generated always as (searchable(masjid_name || ' ' || city || ' ' || also_called)) stored,
  time_zone text not null,
  phone text not null check (phone ~ '^\d{10}$'),
  website text not null default '' check (char_length(website) <= 200),
  foreign key (uid, role) references accounts (uid, role) on delete cascade
);
create index masjids_position on masjids using gist (position);
create index masjids_search on masjids using gin (search gin_trgm_ops);
create index masjids_by_name on masjids (lower(masjid_name), uid);

create table khateebs (
  uid uuid primary key,
  role text not null default 'khateeb' check (role = 'khateeb'),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  zip_code text not null check (zip_code ~ '^\d{5}$'),
  city text not null,
  state_code text not null check (state_code ~ '^[A-Z]{2}$'),
  also_called text not null default '',
  latitude float8 not null check (latitude between -90 and 90),
  longitude float8 not null check (longitude between -180 and 180),
  position cube not null generated always as (on_unit_sphere(latitude, longitude)) stored,
  search text not null
    generated always as (searchable(first_name || ' ' || last_name || ' ' || city || ' ' || also_called)) stored,
  phone text not null check (phone ~ '^\d{10}$'),
  bio text not null default '' check (char_length(bio) <= 2000),
  expertise text not null default '' check (char_length(expertise) <= 500),
  foreign key (uid, role) references accounts (uid, role) on delete cascade
);
create index khateebs_position on khateebs using gist (position);
create index khateebs_search on khateebs using gin (search gin_trgm_ops);
create index khateebs_by_name on khateebs (lower(first_name || ' ' || last_name), uid);

-- Only hashes of tokens are stored, so that a copy of the database gives no access.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  uid uuid not null references accounts (uid) on delete cascade,
  device text not null default '',
  created_at timestamptz not null default minbar_now(),
  last_seen_at timestamptz not null default minbar_now(),
  expires_at timestamptz not null
);
create index sessions_of on sessions (uid);

-- Single-use links in letters.
create table links (
  token_hash bytea primary key,
  uid uuid not null references accounts (uid) on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'verify_email')),
  created_at timestamptz not null default minbar_now(),
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index links_of on links (uid);

-- date and time are the masjid's wall clock; starts_at is the same instant.
create table slots (
  id uuid primary key default gen_random_uuid(),
  masjid_uid uuid not null references masjids (uid) on delete cascade,
  date date not null,
  time time not null check (extract(second from time) = 0),
  starts_at timestamptz not null,
  created_at timestamptz not null default minbar_now(),
  removed_at timestamptz,
  unique (id, masjid_uid),
  unique (id, starts_at)
);
create unique index slots_one_per_time on slots (masjid_uid, date, time) where removed_at is null;
create index slots_of_masjid on slots (masjid_uid, starts_at) where removed_at is null;
create index slots_by_name on slots (masjid_uid, date, time);

create table assignments (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null,
  masjid_uid uuid not null,
  khateeb_uid uuid not null references khateebs (uid) on delete cascade,
  starts_at timestamptz not null,
  confirmed_at timestamptz not null default minbar_now(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('removed', 'withdrawn', 'slot_removed')),
  check ((ended_at is null) = (end_reason is null)),
  foreign key (slot_id, masjid_uid) references slots (id, masjid_uid) on delete cascade,
  -- An assignment has its slot's start, even after a change of the time zone.
  foreign key (slot_id, starts_at) references slots (id, starts_at) on update cascade on delete cascade,
  constraint one_place_at_a_time exclude using gist (khateeb_uid with =, speaking_hour(starts_at) with &&)
    where (ended_at is null)
    -- Deferred only while a change of the time zone moves the assignments of a masjid.
    deferrable initially immediate
);
create unique index one_khateeb_a_slot on assignments (slot_id) where ended_at is null;
create index assignments_of_slot on assignments (slot_id);
create index assignments_of_khateeb on assignments (khateeb_uid, starts_at) where ended_at is null;

create table proposals (
  id uuid primary key default gen_random_uuid(),
  -- The order of creation, by which the newest is found.
  number bigint generated always as identity,
  slot_id uuid not null,
  masjid_uid uuid not null,
  khateeb_uid uuid not null references khateebs (uid) on delete cascade,
  direction text not null check (direction in ('invite', 'request')),
  state text not null default 'pending'
    check (state in ('pending', 'accepted', 'rejected', 'revoked', 'closed', 'expired')),
  created_at timestamptz not null default minbar_now(),
  decided_at timestamptz,
  check ((state = 'pending') = (decided_at is null)),
  foreign key (slot_id, masjid_uid) references slots (id, masjid_uid) on delete cascade
);
create unique index one_pending_proposal on proposals (slot_id, khateeb_uid) where state = 'pending';
create index proposals_of_slot on proposals (slot_id, khateeb_uid, number);
create index pending_of_khateeb on proposals (khateeb_uid) where state = 'pending';
create index pending_of_masjid on proposals (masjid_uid) where state = 'pending';

-- Only a pending proposal changes its state, and only once. Its slot, khateeb and direction never change.
create function proposal_moves_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending'
    or (new.slot_id, new.khateeb_uid, new.direction, new.number) is distinct from
       (old.slot_id, old.khateeb_uid, old.direction, old.number) then
    raise exception 'a decided proposal never changes' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger proposal_moves_once before update on proposals for each row execute function proposal_moves_once();

-- Letters are queued in the transaction of the change that they report, and sent after it.
create table letters (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  props jsonb not null,
  created_at timestamptz not null default minbar_now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default minbar_now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index letters_waiting on letters (next_attempt_at) where sent_at is null and failed_at is null;
create index letters_ended on letters (coalesce(sent_at, failed_at)) where sent_at is not null or failed_at is not null;

create table idempotency_keys (
  -- The caller's uid, or 'anyone'.
  caller text not null,
  key text not null check (char_length(key) between 1 and 200),
  fingerprint bytea not null,
  answer jsonb,
  created_at timestamptz not null default minbar_now(),
  primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The counters of rate limits. The columns are those of rate-limiter-flexible, which wrote this table until 0014.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
