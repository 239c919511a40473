-- A browser that an account was signed in from, by the hash of what its cookie holds. It is no credential: wrong passwords
-- from it are counted by themselves, so that who tries an account from elsewhere cannot keep its owner out. One browser
-- may be known to several accounts.
create table known_devices (
  token_hash bytea not null,
  uid uuid not null references accounts (uid) on delete cascade,
  first_used_at timestamptz not null default minbar_now(),
  last_used_at timestamptz not null default minbar_now(),
  primary key (token_hash, uid)
);
create index known_devices_of on known_devices (uid, last_used_at);
