-- When recurring work was ordered last, by the clock of the database: one mark for all processes. A mark of the future comes
-- from a clock that was wrong, and counts as none.
create table recurring_job (
  name text primary key check (length(name) <= 100),
  ordered_at timestamptz not null
);
select reserve('recurring_job');
