-- A browser from which an account signed in, by the hash of its device cookie. The cookie gives no access. Wrong passwords from
-- this browser have a counter of their own, so that an attacker's attempts from other browsers do not lock the owner out. One
-- browser may be known to several accounts.
create table known_devices (
  token_hash bytea not null,
  uid uuid not null references accounts (uid) on delete cascade,
  first_used_at timestamptz not null default minbar_now(),
  last_used_at timestamptz not null default minbar_now(),
  primary key (token_hash, uid)
);
create index known_devices_of on known_devices (uid, last_used_at);
