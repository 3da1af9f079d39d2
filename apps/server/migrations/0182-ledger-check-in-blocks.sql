-- The nightly check of the ledger goes through it in blocks and goes on where it came to.

-- How far each section was checked: `part` goes through everything over weeks, `added` follows what is new, `whole` is one check of
-- everything that somebody asked for.
create table ledger_check_place (
  section text not null check (length(section) <= 50),
  cursor text not null check (cursor in ('part', 'added', 'whole')),
  -- Where the next block begins; null at the beginning.
  place jsonb,
  -- The newest signed head when the last block was checked.
  head_size bigint not null default 0,
  began_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- When `part` last came to the end.
  ended_at timestamptz,
  primary key (section, cursor)
);
select reserve('ledger_check_place');

-- Which block found a fault: that block is checked again every night, until it finds none.
alter table ledger_fault
  add column section text,
  add column cursor text,
  add column block jsonb;
create index ledger_fault_block on ledger_fault (section, cursor);

-- What was sealed since a content.
create index sealed_content_newest on sealed_content (id);
