-- An assignment names the proposal that it came from. Null only if a server of the previous version created the row.
alter table proposals add constraint proposals_by_slot_and_khateeb unique (id, slot_id, khateeb_uid);
alter table assignments
  add column proposal_id uuid,
  add constraint came_from_a_proposal unique (proposal_id),
  add constraint assignments_proposal_fkey foreign key (proposal_id, slot_id, khateeb_uid)
    references proposals (id, slot_id, khateeb_uid) on delete cascade;

-- One transaction decided the proposal and made the assignment, in this order. So the newest proposal that was accepted before the
-- confirmation led to the assignment.
update assignments a set proposal_id = (
  select p.id from proposals p
  where p.slot_id = a.slot_id and p.khateeb_uid = a.khateeb_uid and p.state = 'accepted' and p.decided_at <= a.confirmed_at
  order by p.decided_at desc
  limit 1);

-- Why a khateeb withdrew. Deleted with the khateeb's account.
alter table assignments
  add column withdrawal_reason text check (char_length(withdrawal_reason) between 1 and 500),
  add constraint only_the_withdrawn_say_why check (withdrawal_reason is null or end_reason = 'withdrawn');

-- A calendar shows a change only when its sequence is higher than the last one (RFC 5545, 3.8.7.4).
alter table slots
  add column sequence int not null default 0,
  add column updated_at timestamptz not null default now();
alter table slots alter column updated_at set default minbar_now();
alter table assignments
  add column sequence int not null default 0,
  add column updated_at timestamptz not null default now();
alter table assignments alter column updated_at set default minbar_now();

create function count_change() returns trigger language plpgsql as $$
begin
  new.sequence := old.sequence + 1;
  new.updated_at := minbar_now();
  return new;
end $$;

create trigger count_change before update of starts_at, removed_at on slots
  for each row when ((old.starts_at, old.removed_at) is distinct from (new.starts_at, new.removed_at))
  execute function count_change();
create trigger count_change before update of starts_at, ended_at on assignments
  for each row when ((old.starts_at, old.ended_at) is distinct from (new.starts_at, new.ended_at))
  execute function count_change();
