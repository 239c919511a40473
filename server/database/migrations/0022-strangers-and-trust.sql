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

-- When a masjid changes its time zone, its slots begin at other instants, and their khateebs are asked to confirm again. Until they
-- do, this is the start that they had agreed to. Null if it is the assignment's start.
alter table assignments
  add column agreed_starts_at timestamptz,
  add constraint agreed_start_differs check (agreed_starts_at <> starts_at);

create function keep_agreed_start() returns trigger language plpgsql as $$
begin
  new.agreed_starts_at := nullif(coalesce(old.agreed_starts_at, old.starts_at), new.starts_at);
  return new;
end $$;
create trigger keep_agreed_start before update of starts_at on assignments
  for each row when (old.starts_at <> new.starts_at)
  execute function keep_agreed_start();
