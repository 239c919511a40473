-- Deleting an account deletes its personal data: profile, address, password, sessions. The emptied row of the account
-- stays, because other accounts' history refers to it. The foreign keys below therefore no longer prove that a khateeb
-- has a profile. Instead, making a proposal and filling a slot lock the khateeb's profile, and so does a deletion.
alter table accounts
  alter column email drop not null,
  alter column password_hash drop not null,
  add column left_at timestamptz,
  add constraint nothing_stays_of_who_left check (case when left_at is null
    then email is not null and password_hash is not null
    else email is null and password_hash is null and email_verified_at is null end);

alter table slots
  drop constraint slots_masjid_uid_fkey,
  add foreign key (masjid_uid) references accounts (uid) on delete cascade;
alter table assignments
  drop constraint assignments_khateeb_uid_fkey,
  add foreign key (khateeb_uid) references accounts (uid) on delete cascade;
alter table proposals
  drop constraint proposals_khateeb_uid_fkey,
  add foreign key (khateeb_uid) references accounts (uid) on delete cascade;
