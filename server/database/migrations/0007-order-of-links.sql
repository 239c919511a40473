-- The order of undo links. A number, because the clock may be set back.
alter table links add column number bigint generated always as identity;
