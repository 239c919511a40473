-- How far a move from or to this database has come; at most one row. It is of this database alone, so no copy takes it along.
create table move_state (
  only_row boolean primary key default true check (only_row),
  move_id uuid not null,
  -- Of the source: preparing, leaving, opening, left. Of the target: arriving, arrived, void.
  state text not null check (state in ('preparing', 'leaving', 'opening', 'left', 'arriving', 'arrived', 'void')),
  since timestamptz not null default now(),
  -- The other database: for people, without a password, and as PostgreSQL knows it.
  other text not null,
  other_identity text not null
);
