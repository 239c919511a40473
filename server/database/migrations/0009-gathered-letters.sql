-- Beyond so many letters an hour to one address, news waits to be put into one letter.
alter table letters add column held boolean not null default false;
create index letters_held on letters (recipient) where held;
