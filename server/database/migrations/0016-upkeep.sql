-- What the upkeep of this database needs to know of it, in one row.
create table upkeep (
  only_row boolean primary key default true check (only_row),
  -- Set by a restore: letters written until then are not sent until the operator releases them.
  letters_held_since timestamptz,
  -- What the last complete backup holds: everything that was committed by then.
  last_backup_at timestamptz
);
insert into upkeep default values;

-- Which accounts were deleted of late is asked every minute.
create index accounts_left on accounts (left_at) where left_at is not null;
