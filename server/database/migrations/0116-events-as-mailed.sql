-- The start and the status of the event in the last letter to the member: see server/letters/mailed-events.ts. Both are null while a
-- letter with the event may be unsent, and for letters from before these columns existed.
alter table mailed_events
  add starts_at timestamptz,
  add awaits_reconfirmation boolean,
  add constraint mailed_start_has_status check ((starts_at is null) = (awaits_reconfirmation is null));
