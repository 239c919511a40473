-- The names of a profile's changed fields, without values, so that the deletion of an account erases nothing here.
alter table audit
  add column changed text[],
  add constraint what_changed_is_named check (changed is null or (
    event = 'profile_changed' and cardinality(changed) > 0 and changed <@ array[
      'firstName', 'lastName', 'bio', 'expertise', 'masjidName', 'masjidAddress', 'website', 'timeZone', 'phone', 'zipCode']));
