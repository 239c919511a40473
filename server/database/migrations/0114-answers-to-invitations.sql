-- The answer of the invited person, so that an answer that is repeated after a lost response gets the same response. Null if the invitation
-- is pending, was revoked or replaced, or ended before this column existed.
alter table invitations
  add column answer text check (answer in ('accepted', 'declined')),
  add constraint answer_ends_invitation check (answer is null or ended_at is not null);
