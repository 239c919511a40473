-- One row for backups and restores.
create table upkeep (
  only_row boolean primary key default true check (only_row),
  -- Set by a restore: letters written until then are not sent until the operator releases them.
  letters_held_since timestamptz,
  -- The last complete backup contains everything that was committed by this instant.
  last_backup_at timestamptz
);
insert into upkeep default values;

-- A job reads the recently deleted accounts every minute.
create index accounts_left on accounts (left_at) where left_at is not null;
