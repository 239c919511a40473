-- Of a profile that changed, which of its fields did: these names and no value, so that nothing gets in that would have to
-- be erased when somebody leaves.
alter table audit
  add column changed text[],
  add constraint what_changed_is_named check (changed is null or (
    event = 'profile_changed' and cardinality(changed) > 0 and changed <@ array[
      'firstName', 'lastName', 'bio', 'expertise', 'masjidName', 'masjidAddress', 'website', 'timeZone', 'phone', 'zipCode']));
