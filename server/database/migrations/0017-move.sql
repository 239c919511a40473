-- The progress of a move from or to this database; at most one row. It belongs to this database, so it is never copied.
create table move_state (
  only_row boolean primary key default true check (only_row),
  move_id uuid not null,
  -- Of the source: preparing, leaving, opening, left. Of the target: arriving, arrived, void.
  state text not null check (state in ('preparing', 'leaving', 'opening', 'left', 'arriving', 'arrived', 'void')),
  since timestamptz not null default now(),
  -- The other database: its name for messages, and PostgreSQL's identity of it.
  other text not null,
  other_identity text not null
);
