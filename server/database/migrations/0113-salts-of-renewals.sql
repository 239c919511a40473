-- A repeated renewal makes the same codes again, from the code that confirmed it and this random salt. Null for an unused code.
alter table recovery_codes add column renewal_salt bytea;
