-- Timeline of the database on which the ledger was signed last, and since when. A standby that was promoted has another
-- one: nothing is signed for a while, so that every process that remembers a further head can report it first.
create table ledger_timeline (
  only_row boolean primary key default true check (only_row),
  timeline text not null check (timeline ~ '^[0-9A-F]{8}$'),
  since timestamptz not null default now()
);
select reserve('ledger_timeline');
