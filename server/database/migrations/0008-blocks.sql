-- A masjid and a khateeb of whom one doesn't want to hear from the other: nothing is proposed between them until whoever
-- blocked unblocks. Whoever proposes holds the khateeb's row, and so does whoever blocks. It goes with either's profile.
create table blocks (
  khateeb_uid uuid not null references khateebs (uid) on delete cascade,
  masjid_uid uuid not null references masjids (uid) on delete cascade,
  by_role text not null check (by_role in ('khateeb', 'masjid')),
  created_at timestamptz not null default minbar_now(),
  primary key (khateeb_uid, masjid_uid, by_role)
);
create index blocks_of_masjid on blocks (masjid_uid);
