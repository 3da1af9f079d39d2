-- Where the log was broken off and goes on under a new name and key, because what had been signed was lost for good.
create table ledger_break (
  -- The log's name and key are of this epoch from here on; the first epoch has no row
  epoch integer primary key check (epoch > 1),
  at timestamptz not null default now(),
  reason text not null check (length(reason) between 1 and 500),
  -- The head that the log goes on from: name, size, root
  former_origin text not null,
  size bigint not null check (size >= 0),
  root bytea not null check (length(root) = 32),
  -- The furthest head that is known to have been signed and is not here
  lost_origin text not null,
  lost_size bigint not null check (lost_size >= 0),
  lost_root bytea not null check (length(lost_root) = 32)
);
-- Public like the log that records it; only the ledger's own command writes.
grant select on ledger_break to timbermark_server;
grant select, insert on ledger_break to timbermark_worker;

-- Stands while the log here is behind what is known to have been signed, or another history: no process signs meanwhile.
create table ledger_behind (
  only_row boolean primary key default true check (only_row),
  epoch integer not null check (epoch > 0),
  size bigint not null check (size >= 0),
  root bytea not null check (length(root) = 32),
  -- Who knows of it: `memory`, or the address of a watcher
  known_from text not null,
  since timestamptz not null default now()
);
select reserve('ledger_behind');
