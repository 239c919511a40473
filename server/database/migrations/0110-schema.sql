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

-- Converts a place to a point of the unit sphere. The order by straight-line distance is the same as by great-circle distance, also at the
-- date line and at the poles.
create function on_unit_sphere(latitude float8, longitude float8) returns cube language sql immutable strict as
  $$ select cube(array[
       cos(radians(latitude)) * cos(radians(longitude)),
       cos(radians(latitude)) * sin(radians(longitude)),
       sin(radians(latitude))]) $$;

-- Milliseconds since 1970 by the product's clock.
create function milliseconds_now() returns bigint language sql stable as
  $$ select floor(extract(epoch from minbar_now()) * 1000)::bigint $$;

-- Forgiving search

-- A search ignores what people spell in different ways: see docs/decisions/forgiving-search.md.

-- Folds a text to words in one common spelling, separated by spaces. Case, accents, apostrophes, punctuation and double letters do not
-- count. Common transliterations have one spelling (Noor, Nūr; Quba, Kuba; Hedayah, Hidaya; Omar, Umar; Hoda, Huda), and so have masjid,
-- masjed and mosque. Every article (an-Noor, as-Salam, ul-Huda) becomes `al`. The result is for comparison only.
-- Most steps are `replace`, which is several times as fast as a regular expression.
create function search_fold(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  t text := lower(normalize(name, nfkd));
begin
  -- Accents, Arabic vowel signs, apostrophes and periods.
  t := regexp_replace(t, '[\u0300-\u036f\u0640\u064b-\u0655\u0670''`´‘’ʻʼʽʾʿ.]', '', 'g');
  -- Lists the punctuation, because [[:alnum:]] matches only ASCII letters in some locales.
  t := regexp_replace(t, '[\s!-/:-@\[-_{-~\u00a1-\u00bf\u060c\u061b\u061f\u2010-\u206f]+', ' ', 'g');
  t := ' ' || btrim(t) || ' ';
  -- The article before a sun letter, as a separate word (as salam) or joined (assalam).
  t := regexp_replace(t, '\m[aeu](sh|[dnrstz]) \1', 'al \1', 'g');
  t := regexp_replace(t, '\ma(sh|[nrstz])\1', 'al\1', 'g');
  t := replace(replace(replace(replace(t, ' el ', ' al '), ' ul ', ' al '), ' saint ', ' st '), 'centre', 'center');
  t := replace(replace(replace(replace(replace(t, 'oo', 'u'), 'ou', 'u'), 'ee', 'i'), 'ei', 'ai'), 'ey', 'ay');
  t := replace(replace(replace(replace(t, 'kh', 'k'), 'gh', 'g'), 'dh', 'd'), 'th', 't');
  t := translate(t, 'qveىة', 'kwiيه');
  t := replace(replace(replace(replace(replace(t, 'aa', 'a'), 'bb', 'b'), 'cc', 'c'), 'dd', 'd'), 'ff', 'f');
  t := replace(replace(replace(replace(replace(t, 'gg', 'g'), 'ii', 'i'), 'jj', 'j'), 'kk', 'k'), 'll', 'l');
  t := replace(replace(replace(replace(replace(t, 'mm', 'm'), 'nn', 'n'), 'pp', 'p'), 'rr', 'r'), 'ss', 's');
  t := replace(replace(replace(replace(replace(t, 'tt', 't'), 'uu', 'u'), 'ww', 'w'), 'yy', 'y'), 'zz', 'z');
  t := replace(replace(replace(t, 'ah ', 'a '), 'y ', 'i '), 'iya', 'ia');
  t := replace(replace(replace(t, 'au', 'aw'), 'ai', 'ay'), 'ayi', 'ay');
  t := replace(replace(replace(t, ' moskui ', ' masjid '), ' misjid ', ' masjid '), ' miscid ', ' masjid ');
  t := replace(replace(replace(replace(t, 'moham', 'muham'), 'muhamid ', 'muhamad '), ' omar ', ' umar '), ' hoda ', ' huda ');
  return btrim(replace(replace(replace(replace(t, ' otman ', ' usman '), ' utman ', ' usman '), ' osman ', ' usman '), 'koran', 'kuran'));
end $$;

-- Words, in folded form, that the names of many masjids have.
create function search_generic_words() returns text[] language sql immutable parallel safe as $$
  select '{masjid,islamic,islam,cintir,muslim,sociti,comuniti,asociation,fundation,of,al,ti,and}'::text[]
$$;

create function search_state(code text) returns text language sql immutable strict parallel safe as $$
  select '{"AL": "alabama", "AK": "alaska", "AZ": "arizona", "AR": "arkansas", "CA": "california", "CO": "colorado",
    "CT": "connecticut", "DE": "delaware", "DC": "district of columbia", "FL": "florida", "GA": "georgia", "HI": "hawaii",
    "ID": "idaho", "IL": "illinois", "IN": "indiana", "IA": "iowa", "KS": "kansas", "KY": "kentucky", "LA": "louisiana",
    "ME": "maine", "MD": "maryland", "MA": "massachusetts", "MI": "michigan", "MN": "minnesota", "MS": "mississippi",
    "MO": "missouri", "MT": "montana", "NE": "nebraska", "NV": "nevada", "NH": "new hampshire", "NJ": "new jersey",
    "NM": "new mexico", "NY": "new york", "NC": "north carolina", "ND": "north dakota", "OH": "ohio", "OK": "oklahoma",
    "OR": "oregon", "PA": "pennsylvania", "RI": "rhode island", "SC": "south carolina", "SD": "south dakota",
    "TN": "tennessee", "TX": "texas", "UT": "utah", "VT": "vermont", "VA": "virginia", "WA": "washington",
    "WV": "west virginia", "WI": "wisconsin", "WY": "wyoming", "PR": "puerto rico", "GU": "guam",
    "VI": "virgin islands", "AS": "american samoa", "MP": "northern mariana islands"}'::jsonb ->> code
$$;

-- The LIKE patterns that `search` must match, one for each word of a search, the longest first. A word of three letters or more may be
-- anywhere, so that spaces don't matter. A shorter word must begin a word. `al`, `masjid`, `of`, `the` and `and` count only if the search
-- has no other words.
create function search_patterns(q text) returns text[] language sql immutable strict parallel safe as $$
  with words as materialized (
    -- A ZIP+4 counts as its ZIP, and `, AL` as Alabama instead of the article.
    select distinct word from regexp_split_to_table(search_fold(
      regexp_replace(regexp_replace(q, '\m(\d{5})-\d{4}\M', '\1', 'g'), ',\s*al\M', ', alabama', 'i')), ' ') as word
    where word <> ''
  ), distinctive as (select word from words where word not in ('al', 'masjid', 'of', 'ti', 'and'))
  select coalesce(
    array_agg(case when length(word) < 3 then '% al' || word || '%' else '%' || word || '%' end order by length(word) desc, word),
    '{}')
  from (select word from distinctive union all select word from words where not exists (select from distinctive)) as counted
$$;

-- The part of a text that a trigram comparison uses: its words, except generic words and those similar to them. The whole text if all its
-- words are generic.
create function search_distinctive(folded text) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(word, ' ' order by n) filter (where not exists (
    select from unnest(search_generic_words()) as generic
    where generic = word or length(word) > 4 and similarity(generic, word) >= 0.4)), folded)
  from regexp_split_to_table(folded, ' ') with ordinality as words (word, n)
$$;

-- Sets three columns that would be too slow as generated columns, because each would fold the name again:
-- `search`: each word with `al` before it, so that `alnoor` finds `Noor`, then all words without spaces.
-- `search_name`: the name without spaces. `search_words`: the distinctive words (not generic ones) of name and city.
create function set_search() returns trigger language plpgsql as $$
declare
  name text;
  city text := search_fold(new.city);
  place text := city || ' ' || lower(new.state_code) || ' ' || search_fold(search_state(new.state_code)) || ' ' || new.zip_code;
begin
  if tg_table_name = 'masjids' then name := search_fold(new.masjid_name);
  else name := search_fold(new.first_name || ' ' || new.last_name);
  end if;
  if new.also_called <> '' then place := place || ' ' || search_fold(new.also_called); end if;
  new.search := ' al' || replace(name || ' ' || place, ' ', ' al') || ' ' || replace(name || place, ' ', '');
  new.search_name := replace(name, ' ', '');
  new.search_words := btrim(regexp_replace(name || ' ' || city,
    '\m(' || array_to_string(search_generic_words(), '|') || ')\M ?', '', 'g'));
  return new;
end $$;

-- The masjids or khateebs whose names and cities resemble a search, the most similar first. The similarity, from `at_least` to 2, is that
-- of the names plus that of the distinctive words. A low threshold of trigrams finds more, but takes longer, so it is used only if a high
-- one finds few. Two limits bound the time: 1,000 candidates, because thousands may have the same name, and 80 characters of the text.
create function search_similar(role regclass, q text, at_least real, at_most int) returns setof uuid language plpgsql stable strict as $$
declare
  folded text := left(search_fold(q), 80);
  distinctive text := search_distinctive(folded);
  threshold text;
  found_uids uuid[];
begin
  foreach threshold in array '{0.6,0.3}'::text[] loop
    perform set_config('pg_trgm.word_similarity_threshold', threshold, true);
    execute format('select array_agg(uid) from (
      select uid from (
        select uid, similarity(search_name, $2) + word_similarity($1, search_words) as score
        from %s where search_words %%> $1 and not hidden limit 1000
      ) as candidates
      where score >= $3 order by score desc, uid limit $4) as best', role)
    into found_uids using distinctive, replace(folded, ' ', ''), at_least, at_most;
    exit when cardinality(found_uids) >= at_most;
  end loop;
  return query select unnest(found_uids);
end $$;

-- People, parties and profiles

-- A person signs in. Deleting a person deletes the personal data, such as address, name and password. The emptied row stays, because the
-- history refers to it.
create table people (
  id uuid primary key default gen_random_uuid(),
  email text unique check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  email_verified_at timestamptz,
  password_hash text,
  -- The name that the other members of a masjid see. Null until the person enters one. A khateeb's name is in the profile.
  name text check (char_length(name) between 1 and 100),
  created_at timestamptz not null default minbar_now(),
  left_at timestamptz,
  constraint nothing_stays_of_who_left check (case when left_at is null
    then email is not null and password_hash is not null
    else email is null and password_hash is null and email_verified_at is null and name is null end)
);

-- A party is a khateeb or a masjid. Slots, proposals and assignments refer to parties. When a party is deleted, its profile is deleted, but
-- this row stays, because the history of others refers to it. So a foreign key to this row does not prove that a khateeb still has a
-- profile. A transaction that makes a proposal, fills a slot or deletes the account therefore locks the profile.
create table parties (
  uid uuid primary key default gen_random_uuid(),
  role text not null check (role in ('khateeb', 'masjid')),
  paid boolean not null default false,
  free_trial boolean not null default true,
  verified boolean not null default false,
  created_at timestamptz not null default minbar_now(),
  left_at timestamptz,
  -- No member can act for a suspended party, and lists and details do not show it.
  suspended_at timestamptz,
  unique (uid, role)
);
-- A job reads the recently deleted people and parties every minute.
create index people_left on people (left_at) where left_at is not null;
create index parties_left on parties (left_at) where left_at is not null;

-- A member is a person who may act for a party. The only member of a khateeb is the person himself. A masjid has at least one owner, who
-- may do everything. Its schedulers manage khutbahs, proposals and khateebs. Its viewers only read, and see no phones.
create table memberships (
  person_id uuid not null references people (id) on delete cascade,
  party_uid uuid not null,
  party_role text not null,
  role text not null check (role in ('owner', 'scheduler', 'viewer')),
  created_at timestamptz not null default minbar_now(),
  primary key (person_id, party_uid),
  foreign key (party_uid, party_role) references parties (uid, role) on delete cascade,
  constraint a_khateeb_is_their_own_owner check (party_role = 'masjid' or role = 'owner')
);
create unique index one_member_a_khateeb on memberships (party_uid) where party_role = 'khateeb';
create unique index one_khateeb_a_person on memberships (person_id) where party_role = 'khateeb';
create index members_of_party on memberships (party_uid, created_at, person_id);

create function masjid_keeps_an_owner() returns trigger language plpgsql as $$
begin
  -- If two owners remove each other at the same time, the second transaction waits here. The check below then sees the change of the first.
  perform from parties where uid = old.party_uid and left_at is null for no key update;
  if found and not exists (select from memberships where party_uid = old.party_uid and role = 'owner') then
    raise exception 'a masjid has at least one owner'
      using errcode = 'check_violation', constraint = 'masjid_keeps_an_owner';
  end if;
  return null;
end $$;
create trigger masjid_keeps_an_owner after delete or update of role on memberships
  for each row when (old.role = 'owner' and old.party_role = 'masjid')
  execute function masjid_keeps_an_owner();

-- A calendar program shows a change of an event only if the event's sequence has increased (RFC 5545, 3.8.7.4).
create function count_change() returns trigger language plpgsql as $$
begin
  new.sequence := old.sequence + 1;
  new.updated_at := minbar_now();
  return new;
end $$;

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
  -- Every read of a wall clock uses the time zone, and fails if PostgreSQL does not know the name.
  time_zone text not null
    constraint time_zone_is_known check (timestamptz '2000-01-01 00:00Z' at time zone time_zone is not null),
  phone text not null check (phone ~ '^\d{10}$'),
  website text not null default '' check (char_length(website) <= 200),
  -- Whether only khateebs whom the masjid has approved can request its slots and be invited to them: docs/decisions/our-khateebs.md.
  approved_only boolean not null default false,
  -- Whether the party is suspended, and whether it is verified. Reading `parties` for each row would make lists slow, so triggers copy both
  -- here.
  hidden boolean not null default false,
  verified boolean not null default false,
  -- The masjid's place when the operator verified the masjid; null while it is not verified. A masjid that moves far from this place
  -- becomes unverified, even if it moves in many small steps.
  verified_latitude float8,
  verified_longitude float8,
  search text not null,
  search_name text not null default '',
  search_words text not null default '',
  -- The number of changes that calendars show, and the time of the last one.
  sequence int not null default 0,
  updated_at timestamptz not null default minbar_now(),
  foreign key (uid, role) references parties (uid, role) on delete cascade
);
create index masjids_position on masjids using gist (position);
create index masjids_search on masjids using gin (search gin_trgm_ops);
create index masjids_search_words on masjids using gin (search_words gin_trgm_ops);
create index masjids_by_name on masjids (lower(masjid_name), uid);
create trigger set_search before insert or update of masjid_name, city, state_code, zip_code, also_called on masjids
  for each row execute function set_search();
create trigger count_change before update of masjid_name, masjid_address, zip_code, time_zone, hidden on masjids
  for each row when ((old.masjid_name, old.masjid_address, old.zip_code, old.time_zone, old.hidden)
    is distinct from (new.masjid_name, new.masjid_address, new.zip_code, new.time_zone, new.hidden))
  execute function count_change();

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
  phone text not null check (phone ~ '^\d{10}$'),
  bio text not null default '' check (char_length(bio) <= 2000),
  expertise text not null default '' check (char_length(expertise) <= 500),
  hidden boolean not null default false,
  verified boolean not null default false,
  -- Whether signed-out visitors see the khateeb's name on public schedules. If not, they see “Confirmed”.
  named_publicly boolean not null default true,
  search text not null,
  search_name text not null default '',
  search_words text not null default '',
  -- The number of changes that calendars show, and the time of the last one.
  sequence int not null default 0,
  updated_at timestamptz not null default minbar_now(),
  foreign key (uid, role) references parties (uid, role) on delete cascade
);
create index khateebs_position on khateebs using gist (position);
create index khateebs_search on khateebs using gin (search gin_trgm_ops);
create index khateebs_search_words on khateebs using gin (search_words gin_trgm_ops);
create index khateebs_by_name on khateebs (lower(first_name || ' ' || last_name), uid);
create trigger set_search before insert or update of first_name, last_name, city, state_code, zip_code, also_called on khateebs
  for each row execute function set_search();
create trigger count_change before update of first_name, last_name, hidden, named_publicly on khateebs
  for each row when ((old.first_name, old.last_name, old.hidden, old.named_publicly)
    is distinct from (new.first_name, new.last_name, new.hidden, new.named_publicly))
  execute function count_change();

-- The availability settings of a khateeb: docs/decisions/availability.md. Null means no limit. Without a row, he has set nothing. A
-- transaction that sends him an invite or changes these settings locks his row in `khateebs`.
create table availability (
  khateeb_uid uuid primary key references khateebs (uid) on delete cascade,
  max_a_month int check (max_a_month between 1 and 31),
  max_miles int check (max_miles between 1 and 1000),
  weeks_between int check (weeks_between between 1 and 52),
  -- ISO 639-1 codes.
  languages text[] not null default '{}'
    constraint languages_are_codes check (array_to_string(languages, ',', '?') ~ '^([a-z]{2}(,[a-z]{2}){0,29})?$'),
  -- Whether he accepts invites less than three days before a slot.
  short_notice boolean not null default false
);

-- The dates on which a khateeb is away.
create table away_dates (
  khateeb_uid uuid not null references khateebs (uid) on delete cascade,
  date date not null,
  primary key (khateeb_uid, date)
);
-- A job deletes past dates every minute.
create index away_dates_age on away_dates (date);

-- An invitation to become a member of a masjid, or one of its khateebs, by the single-use link in a letter. The address may have no
-- account. In this case, the database has no other data about an invited khateeb: docs/decisions/inviting-new-khateebs.md.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  masjid_uid uuid not null references masjids (uid) on delete cascade,
  email text not null check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  role text not null check (role in ('owner', 'scheduler', 'viewer', 'khateeb')),
  token_hash bytea not null unique,
  -- The owner who sent the invitation. Null if the operator sent it.
  invited_by uuid references people (id),
  created_at timestamptz not null default minbar_now(),
  expires_at timestamptz not null,
  -- When the invitation was accepted, declined or revoked.
  ended_at timestamptz,
  -- The masjid's slot that the khateeb is asked to fill. A job sets it to null when the slot has a khateeb, was removed or has begun.
  slot_id uuid constraint only_khateebs_are_asked check (slot_id is null or role = 'khateeb'),
  -- The slot's date, time and place in the last letter to the khateeb. If they change, a job sends another letter.
  told jsonb constraint told_of_slot check ((told is null) = (slot_id is null)),
  -- An acceptance approves the khateeb in the name of the owner who invited him.
  constraint owners_invite_khateebs check (role <> 'khateeb' or invited_by is not null)
);
-- A second invitation to an address replaces the first. A member may also be invited as a khateeb.
create unique index one_invitation_an_address on invitations (masjid_uid, email, (role = 'khateeb')) where ended_at is null;
create index invitations_to_slot on invitations (slot_id) where slot_id is not null;
-- A job reads the invitations to khateebs every minute.
create index invited_khateebs on invitations (email) where role = 'khateeb' and ended_at is null;
create index invitations_to on invitations (email);
create index invitations_by on invitations (invited_by) where invited_by is not null;

-- The link “Don’t email me again” in each letter with an invitation, with the hash of the letter's address. The link has the invitation's
-- token, and still works after the invitation, the masjid or an account with the address was deleted.
create table opt_out_links (
  token_hash bytea primary key,
  address_hash bytea not null,
  created_at timestamptz not null default minbar_now()
);
create index opt_out_links_age on opt_out_links (created_at);

-- Hashes of the addresses to which no masjid can send invitations any more, because their owners asked for this.
create table uninvitable_addresses (
  address_hash bytea primary key,
  created_at timestamptz not null default minbar_now()
);

create function hide_the_suspended() returns trigger language plpgsql as $$
begin
  update masjids set hidden = new.suspended_at is not null where uid = new.uid;
  update khateebs set hidden = new.suspended_at is not null where uid = new.uid;
  return null;
end $$;
create trigger hide_the_suspended after update of suspended_at on parties
  for each row when ((old.suspended_at is null) <> (new.suspended_at is null))
  execute function hide_the_suspended();

create function show_the_verified() returns trigger language plpgsql as $$
begin
  update masjids set
    verified = new.verified,
    verified_latitude = case when new.verified then latitude end,
    verified_longitude = case when new.verified then longitude end
  where uid = new.uid;
  update khateebs set verified = new.verified where uid = new.uid;
  return null;
end $$;
create trigger show_the_verified after update of verified on parties
  for each row when (old.verified <> new.verified)
  execute function show_the_verified();

-- Sign-in

-- Only hashes of tokens are stored, so that a copy of the database gives no access.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  person_id uuid not null references people (id) on delete cascade,
  device text not null default '',
  created_at timestamptz not null default minbar_now(),
  last_seen_at timestamptz not null default minbar_now(),
  expires_at timestamptz not null
);
create index sessions_of on sessions (person_id);

-- A browser from which a person has signed in, identified by the hash of its device cookie. The cookie gives no access. Wrong passwords
-- from this browser have a counter of their own, so that an attacker's attempts from other browsers do not lock the owner out. Several
-- people may use one browser.
create table known_devices (
  token_hash bytea not null,
  person_id uuid not null references people (id) on delete cascade,
  first_used_at timestamptz not null default minbar_now(),
  last_used_at timestamptz not null default minbar_now(),
  primary key (token_hash, person_id)
);
create index known_devices_of on known_devices (person_id, last_used_at);

-- Second factors: docs/decisions/second-factors.md.

-- A person has any number of passkeys, and at most one authenticator app.
create table second_factors (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references people (id) on delete cascade,
  kind text not null check (kind in ('passkey', 'authenticator_app')),
  -- The device on which the factor was added.
  device text not null,
  added_at timestamptz not null default minbar_now(),
  last_used_at timestamptz,
  -- The columns of a passkey. The counter is from its last use.
  credential_id text unique,
  public_key bytea,
  counter bigint,
  -- The columns of an authenticator app: its secret key, in Base32, and the time step of the last code that was used.
  secret text,
  last_time_step bigint,
  constraint has_the_columns_of_its_kind check (case kind
    when 'passkey' then num_nulls(credential_id, public_key, counter) = 0 and num_nonnulls(secret, last_time_step) = 0
    else num_nonnulls(credential_id, public_key, counter) = 0 and num_nulls(secret, last_time_step) = 0 end)
);
create index second_factors_of on second_factors (person_id, added_at);
create unique index one_authenticator_app_a_person on second_factors (person_id) where kind = 'authenticator_app';

-- Single-use codes for a person who has lost their factors. A code's row is deleted when the code is used. Exception: see migration 0112.
create table recovery_codes (
  person_id uuid not null references people (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default minbar_now(),
  primary key (person_id, code_hash)
);

-- Single-use challenges for passkeys to sign. A challenge for a sign-in has no person, because it is made before the person is known.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'confirm', 'add')),
  person_id uuid references people (id) on delete cascade,
  expires_at timestamptz not null,
  constraint only_a_sign_in_is_anonymous check ((person_id is null) = (purpose = 'sign_in'))
);

-- The key of a new authenticator app, until the person has typed a code that the app shows.
create table authenticator_app_setups (
  person_id uuid primary key references people (id) on delete cascade,
  secret text not null,
  expires_at timestamptz not null
);

-- Single-use links in letters.
create table links (
  token_hash bytea primary key,
  -- The order of undo links. A number, because the clock may be set back.
  number bigint generated always as identity,
  person_id uuid not null references people (id) on delete cascade,
  purpose text not null
    check (purpose in ('reset_password', 'verify_email', 'confirm_email', 'undo_email_change', 'disown_account')),
  -- The requested new address, or the former one that the link restores.
  email text check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  -- The new address of a change of email, in the row of its undo link. When the undo link is used, the person loses the new
  -- address. From then on, only this column shows that letters to the new address belong to the person.
  replaced_by text,
  created_at timestamptz not null default minbar_now(),
  expires_at timestamptz not null,
  spent_at timestamptz,
  constraint links_name_their_address
    check ((email is not null) = (purpose in ('confirm_email', 'undo_email_change'))),
  constraint only_what_was_is_replaced check (replaced_by is null or purpose = 'undo_email_change')
);
create index links_of on links (person_id);
create index links_back_to on links (email) where purpose = 'undo_email_change';

-- Whether an address is reserved for another person, who can still restore it.
create function is_kept_for_another(address text, person uuid) returns boolean language sql stable as
  $$ select exists (
       select from links
       where purpose = 'undo_email_change' and email = address and person_id <> person
         and spent_at is null and expires_at > minbar_now()) $$;

-- PostgreSQL checks the unique index first, and waits there while another transaction gives up the address. This trigger runs
-- afterwards and sees the undo link of that transaction. So no other person can take the address before it is reserved.
create function keep_addresses_to_go_back_to() returns trigger language plpgsql as $$
begin
  if is_kept_for_another(new.email, new.id) then
    raise exception 'this address is kept for another person'
      using errcode = 'unique_violation', constraint = 'people_email_key';
  end if;
  return null;
end $$;
create trigger keep_addresses_to_go_back_to after insert or update of email on people
  for each row when (new.email is not null) execute function keep_addresses_to_go_back_to();

-- The counters of rate limits: calls, and milliseconds since 1970 at which the window ends.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

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

-- Slots, proposals, assignments

-- date and time are the masjid's wall clock; starts_at is the same instant.
create table slots (
  id uuid primary key default gen_random_uuid(),
  masjid_uid uuid not null references parties (uid) on delete cascade,
  date date not null,
  time time not null check (extract(second from time) = 0),
  starts_at timestamptz not null,
  -- What the masjid asks of the khateeb: the language, an ISO 639-1 code, and a note, which is erased with the masjid's account:
  -- docs/decisions/words-of-a-slot.md.
  language text check (language ~ '^[a-z]{2}$'),
  note text not null default '' check (char_length(note) <= 500),
  created_at timestamptz not null default minbar_now(),
  removed_at timestamptz,
  sequence int not null default 0,
  updated_at timestamptz not null default minbar_now(),
  unique (id, masjid_uid),
  unique (id, starts_at)
);
create unique index slots_one_per_time on slots (masjid_uid, date, time) where removed_at is null;
create index slots_of_masjid on slots (masjid_uid, starts_at) where removed_at is null;
create index slots_by_name on slots (masjid_uid, date, time);
create trigger count_change before update of starts_at, removed_at, language, note on slots
  for each row when ((old.starts_at, old.removed_at, old.language, old.note)
    is distinct from (new.starts_at, new.removed_at, new.language, new.note))
  execute function count_change();

alter table invitations add foreign key (slot_id, masjid_uid) references slots (id, masjid_uid) on delete cascade;

-- A masjid's plan, by which Minbar posts its Fridays: docs/decisions/plans.md. A transaction that changes slots by a plan first locks the
-- masjid's row, and then reads the plan.
create table plans (
  masjid_uid uuid primary key references masjids (uid) on delete cascade,
  -- [{key, time, minutesAfterDhuhr, season, language}], as in the contract.
  services jsonb not null
    constraint services_are_a_list check (jsonb_typeof(services) = 'array' and jsonb_array_length(services) between 1 and 8),
  -- The dates without services.
  closures date[] not null default '{}' check (cardinality(closures) <= 60),
  weeks_ahead int not null check (weeks_ahead between 1 and 26),
  -- The last Friday that is posted.
  posted_through date not null
);
-- The job first reads the plans that have been due for the longest time.
create index plans_due on plans ((posted_through - 7 * weeks_ahead));

-- The services that a plan has handled: one row for each service and date. The row stays when a member moves or removes the slot, so the
-- plan does not post the service again.
create table planned_slots (
  masjid_uid uuid not null references plans (masjid_uid) on delete cascade,
  date date not null,
  service_key int not null,
  -- The time and the language with which the plan posted the slot. If the slot has others now, a member has changed it.
  time time not null,
  language text,
  -- Null if the plan posted no slot, for example because a member had posted one at that time.
  slot_id uuid unique references slots (id) on delete cascade,
  primary key (masjid_uid, date, service_key)
);
-- A job deletes past dates.
create index planned_slots_age on planned_slots (date);

create table proposals (
  id uuid primary key default gen_random_uuid(),
  -- The order of creation, by which queries find the newest proposal.
  number bigint generated always as identity,
  slot_id uuid not null,
  masjid_uid uuid not null,
  khateeb_uid uuid not null references parties (uid) on delete cascade,
  direction text not null check (direction in ('invite', 'request')),
  state text not null default 'pending'
    check (state in ('pending', 'accepted', 'rejected', 'revoked', 'closed', 'expired')),
  created_at timestamptz not null default minbar_now(),
  decided_at timestamptz,
  -- The start that the khateeb asked for, if the slot has another one now. Null for invites: he accepts the start that he sees.
  agreed_starts_at timestamptz constraint only_requests_agree check (direction = 'request' or agreed_starts_at is null),
  check ((state = 'pending') = (decided_at is null)),
  foreign key (slot_id, masjid_uid) references slots (id, masjid_uid) on delete cascade,
  constraint proposals_by_slot_and_khateeb unique (id, slot_id, khateeb_uid)
);
create unique index one_pending_proposal on proposals (slot_id, khateeb_uid) where state = 'pending';
create index proposals_of_slot on proposals (slot_id, khateeb_uid, number);
-- A query for a khateeb's proposals for all slots of a masjid uses this index. The export of a khateeb's data uses this index, too.
create index proposals_between on proposals (khateeb_uid, masjid_uid);
create index pending_of_khateeb on proposals (khateeb_uid) where state = 'pending';
create index pending_of_masjid on proposals (masjid_uid) where state = 'pending';

-- Links in letters with which a member answers a question about a proposal, without a session. A link works until the question can no
-- longer be answered, or until the membership ends. A link can be used again, so a retry works.
create table answer_links (
  token_hash bytea primary key,
  person_id uuid not null,
  party_uid uuid not null,
  proposal_id uuid not null references proposals (id) on delete cascade,
  created_at timestamptz not null default minbar_now(),
  -- The slot's start when the letter was sent.
  expires_at timestamptz not null,
  foreign key (person_id, party_uid) references memberships (person_id, party_uid) on delete cascade
);
create index answer_links_of_member on answer_links (person_id, party_uid);
create index answer_links_of_proposal on answer_links (proposal_id);
create index expired_answer_links on answer_links (expires_at);

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

create function keep_requested_start() returns trigger language plpgsql as $$
begin
  update proposals set agreed_starts_at = nullif(coalesce(agreed_starts_at, old.starts_at), new.starts_at)
  where slot_id = new.id and state = 'pending' and direction = 'request';
  return null;
end $$;
create trigger keep_requested_start after update of starts_at on slots
  for each row when (old.starts_at <> new.starts_at)
  execute function keep_requested_start();

create table assignments (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null,
  masjid_uid uuid not null,
  khateeb_uid uuid not null references parties (uid) on delete cascade,
  -- The proposal that led to the assignment.
  proposal_id uuid constraint came_from_a_proposal unique,
  starts_at timestamptz not null,
  -- The start that the khateeb agreed to, if the slot has another one now: its masjid moved it, or changed its time zone.
  agreed_starts_at timestamptz constraint agreed_start_differs check (agreed_starts_at <> starts_at),
  -- Whether the khateeb is asked to confirm the new start. False after a move by a few minutes: see docs/decisions/moving-a-slot.md.
  awaits_reconfirmation boolean not null default false
    constraint only_another_start_is_confirmed check (not awaits_reconfirmation or agreed_starts_at is not null),
  confirmed_at timestamptz not null default minbar_now(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('removed', 'withdrawn', 'slot_removed')),
  -- Why a khateeb withdrew. Deleted with the khateeb.
  withdrawal_reason text check (char_length(withdrawal_reason) between 1 and 500),
  -- What the khateeb will speak about: docs/decisions/topics.md. Deleted with the khateeb.
  topic text check (char_length(topic) between 1 and 200),
  sequence int not null default 0,
  updated_at timestamptz not null default minbar_now(),
  check ((ended_at is null) = (end_reason is null)),
  constraint only_the_withdrawn_say_why check (withdrawal_reason is null or end_reason = 'withdrawn'),
  foreign key (slot_id, masjid_uid) references slots (id, masjid_uid) on delete cascade,
  -- An assignment has its slot's start, even after a move.
  foreign key (slot_id, starts_at) references slots (id, starts_at) on update cascade on delete cascade,
  constraint assignments_proposal_fkey foreign key (proposal_id, slot_id, khateeb_uid)
    references proposals (id, slot_id, khateeb_uid) on delete cascade,
  constraint one_place_at_a_time exclude using gist (khateeb_uid with =, speaking_hour(starts_at) with &&)
    where (ended_at is null)
    -- The constraint is deferred only while a change of the time zone, or a move of several slots, moves the assignments of a masjid.
    deferrable initially immediate
);
create unique index one_khateeb_a_slot on assignments (slot_id) where ended_at is null;
create index assignments_of_slot on assignments (slot_id);
create index topics_of_masjid on assignments (masjid_uid) where topic is not null;
create index assignments_of_khateeb on assignments (khateeb_uid, starts_at) where ended_at is null;
create trigger count_change before update of starts_at, agreed_starts_at, ended_at, topic on assignments
  for each row when ((old.starts_at, old.agreed_starts_at, old.ended_at, old.topic)
    is distinct from (new.starts_at, new.agreed_starts_at, new.ended_at, new.topic))
  execute function count_change();

create function keep_agreed_start() returns trigger language plpgsql as $$
begin
  new.agreed_starts_at := nullif(coalesce(old.agreed_starts_at, old.starts_at), new.starts_at);
  new.awaits_reconfirmation := new.agreed_starts_at is not null;
  return new;
end $$;
create trigger keep_agreed_start before update of starts_at on assignments
  for each row when (old.starts_at <> new.starts_at)
  execute function keep_agreed_start();

-- The blocks between masjids and khateebs. `by_role` is the side that has blocked the other. Neither can send the other a proposal until
-- that side removes the block. Proposing and blocking both lock the khateeb's row. Deleted with the profile of either side.
create table blocks (
  khateeb_uid uuid not null references khateebs (uid) on delete cascade,
  masjid_uid uuid not null references masjids (uid) on delete cascade,
  by_role text not null check (by_role in ('khateeb', 'masjid')),
  created_at timestamptz not null default minbar_now(),
  primary key (khateeb_uid, masjid_uid, by_role)
);
create index blocks_of_masjid on blocks (masjid_uid);

-- A masjid's mark of a khateeb, its note about him, and his request for approval: docs/decisions/our-khateebs.md. Proposing and marking
-- both lock the khateeb's row. Deleted with the profile of either side.
create table khateeb_marks (
  masjid_uid uuid not null references masjids (uid) on delete cascade,
  khateeb_uid uuid not null references khateebs (uid) on delete cascade,
  mark text check (mark in ('approved', 'not_wanted')),
  note text not null default '' check (char_length(note) <= 1000),
  -- Who last changed the mark or the note, and when.
  marked_by uuid references people (id),
  marked_at timestamptz,
  -- When the khateeb asked for approval, which he may do once.
  asked_at timestamptz,
  primary key (masjid_uid, khateeb_uid),
  constraint says_something check (mark is not null or note <> '' or asked_at is not null),
  constraint marks_name_their_author check (
    (marked_by is null) = (marked_at is null) and (marked_by is not null or (mark is null and note = '')))
);
create index marks_of_khateeb on khateeb_marks (khateeb_uid);

-- Calendars

-- The masjids that have published their schedules, each at /schedule/{slug}.
create table schedules (
  masjid_uid uuid primary key references masjids (uid) on delete cascade,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$') constraint one_schedule_a_name unique
);

-- The private address of a calendar: anyone who has it can read the person's khutbahs for a party. A person has at most one for each party.
create table calendar_addresses (
  token_hash bytea primary key,
  person_id uuid not null,
  party_uid uuid not null,
  created_at timestamptz not null default minbar_now(),
  constraint one_calendar_address_a_membership unique (person_id, party_uid),
  foreign key (person_id, party_uid) references memberships (person_id, party_uid) on delete cascade
);

-- Audit

-- Who changed what, and when. Rows are written in the change's transaction and never updated or deleted. They name parties by uid only, so
-- a deletion erases nothing here. Only `by_person_id` is a foreign key, because rows of `people` always stay.
create table audit (
  id bigint primary key generated always as identity,
  happened_at timestamptz not null default minbar_now(),
  -- minbar is the server itself, for example when a proposal expires.
  by_role text not null check (by_role in ('khateeb', 'masjid', 'operator', 'minbar')),
  by_uid uuid,
  -- The person who acted for that party. Null for a change by the operator or the server.
  by_person_id uuid references people (id),
  event text not null check (event ~ '^[a-z]+(_[a-z]+)*$'),
  -- The parties that the event is about: at least one, except for an action of the operator on the whole database, such as a restore.
  masjid_uid uuid,
  khateeb_uid uuid,
  slot_id uuid,
  proposal_id uuid,
  assignment_id uuid,
  -- For a change of a masjid's members: the member.
  person_id uuid,
  -- The names of a profile's changed fields, without values, so that a deletion erases nothing here.
  changed text[],
  -- The date and time of a slot before and after the masjid moved it, on the masjid's wall clock.
  moved_from timestamp,
  moved_to timestamp,
  check ((by_uid is not null) = (by_role in ('khateeb', 'masjid'))),
  constraint concerns_a_party_or_all
    check (by_role = 'operator' or masjid_uid is not null or khateeb_uid is not null),
  constraint moves_have_both_ends
    check ((event = 'slot_moved') = (moved_from is not null) and (event = 'slot_moved') = (moved_to is not null)),
  constraint what_changed_is_named check (changed is null or (
    event = 'profile_changed' and cardinality(changed) > 0 and changed <@ array[
      'firstName', 'lastName', 'bio', 'expertise', 'namedPublicly', 'masjidName', 'masjidAddress', 'website', 'timeZone', 'phone', 'zipCode']))
);
create index audit_of_masjid on audit (masjid_uid, id) where masjid_uid is not null;
-- Queries use this index to find the slots on which a person has acted.
create index audit_of_slots on audit (slot_id, by_person_id) where slot_id is not null and by_person_id is not null;
create index audit_of_khateeb on audit (khateeb_uid, id) where khateeb_uid is not null;

create function audit_only_grows() returns trigger language plpgsql as $$
begin
  raise exception 'what was audited stays as it is' using errcode = 'check_violation';
end $$;
create trigger audit_only_grows before update or delete or truncate on audit
  for each statement execute function audit_only_grows();

-- News

-- The news of each party: see docs/decisions/news.md. The rows name accounts by uid only, so a deletion has little to erase here.
create table news (
  id uuid primary key default gen_random_uuid(),
  -- The order of creation.
  number bigint generated always as identity,
  party_uid uuid not null references parties (uid) on delete cascade,
  kind text not null,
  props jsonb not null,
  created_at timestamptz not null default minbar_now()
);
create index news_of_party on news (party_uid, number);
create index news_age on news (created_at);
-- The deletion of a masjid uses this index to find the news with the masjid's former address.
create index news_of_moves on news ((props -> 'occasion' ->> 'masjidUid')) where kind = 'masjid_moved';

-- Which news a member has read. Deleted with the membership.
create table news_reads (
  person_id uuid not null,
  party_uid uuid not null,
  news_id uuid not null references news (id) on delete cascade,
  read_at timestamptz not null default minbar_now(),
  primary key (person_id, news_id),
  foreign key (person_id, party_uid) references memberships (person_id, party_uid) on delete cascade
);
create index news_reads_of_news on news_reads (news_id);
create index news_reads_of_member on news_reads (person_id, party_uid);

-- How a member gets a party's news. Without a row: at once. Deleted with the membership.
create table news_settings (
  person_id uuid not null,
  party_uid uuid not null,
  -- mine: at once, but only news about slots on which the person has acted.
  delivery text not null check (delivery in ('at_once', 'digest', 'mine')),
  muted text[] not null check (muted <@ array['pending', 'confirmed', 'ended']),
  digest_hour int not null check (digest_hour between 0 and 23),
  -- The default is for backups of databases without this column.
  language text not null default 'en' check (language in ('en', 'ar', 'es')),
  -- The time zone of a khateeb's digest hour. Null for a masjid, whose own time zone applies.
  time_zone text,
  primary key (person_id, party_uid),
  foreign key (person_id, party_uid) references memberships (person_id, party_uid) on delete cascade
);

-- Letters

-- Letters are queued in the transaction of the change that they report, and sent after it.
create table letters (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- The channel that sends the letter, and the recipient's address in this channel.
  channel text not null default 'email',
  recipient text not null,
  -- For a letter with news: the member who gets it, and the party. Null for letters to a person. These columns have no foreign
  -- keys, because a lock on the person or the membership could deadlock with their deletion. Instead, the dispatcher checks that the
  -- person still is a member.
  person_id uuid,
  party_uid uuid,
  props jsonb not null,
  created_at timestamptz not null default minbar_now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default minbar_now(),
  sent_at timestamptz,
  failed_at timestamptz,
  -- When the letter was dropped because it was no longer true.
  overtaken_at timestamptz,
  last_error text,
  -- Whether the letter is held for a digest: because of the hourly limit of its address, or for the member's daily digest.
  held boolean not null default false,
  -- For a digest of held news: whether the hourly limit has counted it.
  counted boolean not null default false,
  constraint ends_once check (num_nonnulls(sent_at, failed_at, overtaken_at) <= 1),
  constraint news_has_party_and_member check ((person_id is null) = (party_uid is null))
);
create index letters_waiting on letters (next_attempt_at) where sent_at is null and failed_at is null and overtaken_at is null;
create index letters_ended on letters (coalesce(sent_at, failed_at, overtaken_at))
  where sent_at is not null or failed_at is not null or overtaken_at is not null;
-- Exports, account deletion, the cleanup and digests find letters by recipient.
create index letters_to on letters (recipient);

-- Repeated calls

create table idempotency_keys (
  -- The id of the calling person, or 'anyone'.
  caller text not null,
  key text not null check (char_length(key) between 1 and 200),
  fingerprint bytea not null,
  answer jsonb,
  created_at timestamptz not null default minbar_now(),
  primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The operator

-- One row for backups and restores.
create table upkeep (
  only_row boolean primary key default true check (only_row),
  -- Set by a restore: letters written up to this instant are not sent until the operator releases them.
  letters_held_since timestamptz,
  -- The last complete backup contains everything that was committed by this instant.
  last_backup_at timestamptz
);
insert into upkeep default values;

-- The progress of a move from or to this database; at most one row. The row is about this database, so it is never copied.
create table move_state (
  only_row boolean primary key default true check (only_row),
  move_id uuid not null,
  -- Of the source: preparing, leaving, opening, left. Of the target: arriving, arrived, void.
  state text not null check (state in ('preparing', 'leaving', 'opening', 'left', 'arriving', 'arrived', 'void')),
  since timestamptz not null default now(),
  -- The other database: its name for messages, and its identity (cluster and oid).
  other text not null,
  other_identity text not null
);
