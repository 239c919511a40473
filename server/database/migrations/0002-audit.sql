-- Who changed what, and when. Rows are written in the change's transaction and never updated or deleted. It names accounts
-- by uid only, so the deletion of an account erases nothing here. It has no foreign keys, so its rows outlast other rows.
create table audit (
  id bigint primary key generated always as identity,
  happened_at timestamptz not null default minbar_now(),
  -- minbar is the server itself, for example when a proposal expires.
  by_role text not null check (by_role in ('khateeb', 'masjid', 'operator', 'minbar')),
  by_uid uuid,
  event text not null check (event ~ '^[a-z]+(_[a-z]+)*$'),
  -- The accounts that the event is about: at least one.
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
