-- The members who got the calendar event of an assignment in a letter. If the assignment ends, each of them gets a letter that cancels the
-- event, even if their own party has ended it.
create table mailed_events (
  assignment_id uuid not null references assignments (id),
  person_id uuid not null,
  party_uid uuid not null,
  primary key (assignment_id, person_id, party_uid),
  foreign key (person_id, party_uid) references memberships (person_id, party_uid) on delete cascade
);
create index mailed_events_of_member on mailed_events (person_id, party_uid);
