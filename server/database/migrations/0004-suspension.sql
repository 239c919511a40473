-- A suspended account cannot sign in, and lists and details do not show it. Joining `accounts` for each row would make lists
-- slow. So the tables that lists read have `hidden`, and a trigger updates it.
alter table accounts add column suspended_at timestamptz;
alter table masjids add column hidden boolean not null default false;
alter table khateebs add column hidden boolean not null default false;

create function hide_the_suspended() returns trigger language plpgsql as $$
begin
  update masjids set hidden = new.suspended_at is not null where uid = new.uid;
  update khateebs set hidden = new.suspended_at is not null where uid = new.uid;
  return null;
end $$;
create trigger hide_the_suspended after update of suspended_at on accounts
  for each row when ((old.suspended_at is null) <> (new.suspended_at is null))
  execute function hide_the_suspended();
