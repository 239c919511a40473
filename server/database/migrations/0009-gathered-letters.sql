-- Above an hourly limit per address, news is held and later sent in one letter.
alter table letters add column held boolean not null default false;
create index letters_held on letters (recipient) where held;
