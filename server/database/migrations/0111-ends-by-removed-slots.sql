-- The end of an assignment erases the start that its khateeb had agreed to. Until now, the removal of a slot did not erase it.
update assignments set agreed_starts_at = null, awaits_reconfirmation = false
where end_reason = 'slot_removed' and agreed_starts_at is not null;
