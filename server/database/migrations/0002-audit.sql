-- Who changed what, and when: written in the change's own transaction, never rewritten. It names people by uid only, so
-- there is nothing in it to erase when one of them leaves. It refers to no table, so that it outlives what it tells of.
create table audit (
  id bigint primary key generated always as identity,
  happened_at timestamptz not null default minbar_now(),
  -- minbar is the product itself, where time does something.
  by_role text not null check (by_role in ('khateeb', 'masjid', 'operator', 'minbar')),
  by_uid uuid,
  event text not null check (event ~ '^[a-z]+(_[a-z]+)*$'),
  -- Whom it concerns: at least one of the two.
  masjid_uid uuid,
  khateeb_uid uuid,
  slot_id uuid,
  proposal_id uuid,
  assignment_id uuid,
  check ((by_uid is not null) = (by_role in ('khateeb', 'masjid'))),
  check (masjid_uid is not null or khateeb_uid is not null)
);
create index audit_of_masjid on audit (masjid_uid, id) where masjid_uid is not null;
create index audit_of_khateeb on audit (khateeb_uid, id) where khateeb_uid is not null;

create function audit_only_grows() returns trigger language plpgsql as $$
begin
  raise exception 'what was audited stays as it is' using errcode = 'check_violation';
end $$;
create trigger audit_only_grows before update or delete or truncate on audit
  for each statement execute function audit_only_grows();
