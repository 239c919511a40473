-- A list shows who is verified. Reading it from `accounts` took half of a list's time in a large database. So the rows that
-- lists read have it, too, like `hidden`, and a trigger updates it.
alter table masjids add column verified boolean not null default false;
alter table khateebs add column verified boolean not null default false;

create function show_the_verified() returns trigger language plpgsql as $$
begin
  update masjids set verified = new.verified where uid = new.uid;
  update khateebs set verified = new.verified where uid = new.uid;
  return null;
end $$;
-- Created before the rows are filled, because it locks `accounts` against changes until the migration ends.
create trigger show_the_verified after update of verified on accounts
  for each row when (old.verified <> new.verified)
  execute function show_the_verified();

update masjids m set verified = true from accounts a where a.uid = m.uid and a.verified;
update khateebs k set verified = true from accounts a where a.uid = k.uid and a.verified;
