-- A masjid has blocked a khateeb, or a khateeb a masjid (`by_role`). Neither can send the other a proposal until the blocking side
-- unblocks. Proposing and blocking both lock the khateeb's row. Deleted with the profile of either side.
create table blocks (
  khateeb_uid uuid not null references khateebs (uid) on delete cascade,
  masjid_uid uuid not null references masjids (uid) on delete cascade,
  by_role text not null check (by_role in ('khateeb', 'masjid')),
  created_at timestamptz not null default minbar_now(),
  primary key (khateeb_uid, masjid_uid, by_role)
);
create index blocks_of_masjid on blocks (masjid_uid);
