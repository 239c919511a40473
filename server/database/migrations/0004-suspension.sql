-- Nobody signs in to a suspended account, and it is found nowhere. Lists walk the indexes of their own table, where a look
-- at another one for each row would cost the walk; so the fact stands there too, and a trigger keeps the two together.
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
