-- What the operator does to the whole database, such as a restore, concerns no account.
alter table audit
  drop constraint audit_check1,
  add constraint concerns_an_account_or_all
    check (by_role = 'operator' or masjid_uid is not null or khateeb_uid is not null);
