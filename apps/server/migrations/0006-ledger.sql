-- Leaves waiting for their place: written in the transaction that made them, taken in order by the one sequencer.
create table ledger_queue (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  -- What the leaf speaks of, e.g. stage_record/17 or code_request/3
  subject text not null,
  leaf text not null,
  leaf_hash bytea not null check (length(leaf_hash) = 32),
  queued_at timestamptz not null default now()
);
alter table ledger_queue enable row level security;
alter table ledger_queue force row level security;
create policy adding on ledger_queue for insert to timbermark_server with check (tenant_id = (select current_tenant()));
create policy reading on ledger_queue for select to timbermark_server using (tenant_id = (select current_tenant()));
create policy across on ledger_queue to timbermark_worker using (true) with check (true);
grant select, insert on ledger_queue to timbermark_server;
grant select, insert, delete on ledger_queue to timbermark_worker;

create table ledger_leaf (
  index bigint primary key check (index >= 0),
  tenant_id bigint not null,
  subject text not null,
  leaf text not null,
  leaf_hash bytea not null check (length(leaf_hash) = 32),
  appended_at timestamptz not null default now()
);
create index ledger_leaf_subject on ledger_leaf (subject);
-- Public by nature: what is in it may be read by anyone; nobody but the sequencer writes.
grant select on ledger_leaf to timbermark_server;
grant select, insert on ledger_leaf to timbermark_worker;

-- Hashes of the tree in C2SP tiles of 256; a partial tile is replaced as it grows.
create table ledger_tile (
  level smallint not null,
  index bigint not null,
  width smallint not null check (width between 1 and 256),
  hashes bytea not null,
  primary key (level, index)
);
grant select on ledger_tile to timbermark_server;
grant select, insert, update on ledger_tile to timbermark_worker;

create table ledger_checkpoint (
  size bigint primary key,
  root bytea not null check (length(root) = 32),
  note text not null,
  signed_at timestamptz not null default now()
);
grant select on ledger_checkpoint to timbermark_server;
grant select, insert on ledger_checkpoint to timbermark_worker;
