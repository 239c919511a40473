-- Letters to an unconfirmed address have a link by which its owner can end the account.
alter table links
  drop constraint links_purpose_check,
  add constraint links_purpose_check
    check (purpose in ('reset_password', 'verify_email', 'confirm_email', 'undo_email_change', 'disown_account'));

-- Where a masjid was when the operator verified it. A masjid that moves far from there is unverified again, also if it moves in many
-- small steps. Null while it is not verified.
alter table masjids
  add column verified_latitude float8,
  add column verified_longitude float8;

create or replace function show_the_verified() returns trigger language plpgsql as $$
begin
  update masjids set
    verified = new.verified,
    verified_latitude = case when new.verified then latitude end,
    verified_longitude = case when new.verified then longitude end
  where uid = new.uid;
  update khateebs set verified = new.verified where uid = new.uid;
  return null;
end $$;

update masjids set verified_latitude = latitude, verified_longitude = longitude where verified;
