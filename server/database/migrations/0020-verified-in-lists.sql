-- A list shows who is verified. To look that up in `accounts` took half of a list's time in a large database, so the fact stands
-- in the rows that lists read, too, as `hidden` does, and a trigger keeps the two together.
alter table masjids add column verified boolean not null default false;
alter table khateebs add column verified boolean not null default false;

create function show_the_verified() returns trigger language plpgsql as $$
begin
  update masjids set verified = new.verified where uid = new.uid;
  update khateebs set verified = new.verified where uid = new.uid;
  return null;
end $$;
-- Before the rows are filled: from here on nobody changes an account until this migration has ended.
create trigger show_the_verified after update of verified on accounts
  for each row when (old.verified <> new.verified)
  execute function show_the_verified();

update masjids m set verified = true from accounts a where a.uid = m.uid and a.verified;
update khateebs k set verified = true from accounts a where a.uid = k.uid and a.verified;
