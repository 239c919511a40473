-- The members who got the calendar event of a slot and a khateeb in a letter, and no letter that canceled it since. If the assignment ends,
-- each of them gets a letter that cancels the event, even if their own party has ended it.
create table mailed_events (
  slot_id uuid not null references slots (id) on delete cascade,
  khateeb_uid uuid not null references parties (uid) on delete cascade,
  person_id uuid not null,
  party_uid uuid not null,
  -- Changes with each letter that has the event: see server/letters/mailed-events.ts.
  mailing uuid not null default gen_random_uuid(),
  primary key (slot_id, khateeb_uid, person_id, party_uid),
  foreign key (person_id, party_uid) references memberships (person_id, party_uid) on delete cascade
);
create index mailed_events_of_member on mailed_events (person_id, party_uid);
create index mailed_events_of_khateeb on mailed_events (khateeb_uid);
