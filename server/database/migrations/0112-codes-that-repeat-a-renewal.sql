-- A recovery code that confirmed the renewal of the codes stays for a while, only to repeat the renewal: the new codes may be lost with the
-- response. Null for an unused code.
alter table recovery_codes add column renews_until timestamptz;
