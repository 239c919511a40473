-- Which of two ways back was made first: by their number, as a clock may be set back.
alter table links add column number bigint generated always as identity;
