-- Heads of the ledger that are recorded in a contract on a chain (docs/decisions/chain-anchors.md).

-- Who sends, one row for each key, chain and contract: its work is done by one process at a time, and one anchor is on its way.
create table chain_sender (
  id integer generated always as identity primary key,
  chain_id bigint not null check (chain_id > 0),
  contract bytea not null check (length(contract) = 20),
  sender bytea not null check (length(sender) = 20),
  -- Number of the next transaction, as last read from the chain
  nonce bigint check (nonce >= 0),
  -- In the smallest unit of the chain, as last read
  balance numeric(78, 0) check (balance >= 0),
  -- Newest block that was seen
  block bigint check (block >= 0),
  -- [{name, state, block, ms}] of each endpoint, as last asked
  endpoints jsonb not null default '[]',
  fault text,
  fault_at timestamptz,
  asked_at timestamptz,
  -- The process that does the work now, and until when nobody else does it
  held_by text,
  held_until timestamptz,
  -- An operator wants a stuck transaction replaced at once
  replace boolean not null default false,
  unique (chain_id, contract, sender)
);
create table chain_anchor (
  id bigint generated always as identity primary key,
  sender_id integer not null references chain_sender (id),
  -- Name of the log, and the head
  origin text not null check (origin <> ''),
  size bigint not null check (size > 0),
  root bytea not null check (length(root) = 32),
  index_root bytea not null check (length(index_root) = 32),
  head_time timestamptz not null,
  state text not null default 'queued'
    check (state in ('queued', 'signed', 'sent', 'mined', 'final', 'verified', 'overtaken')),
  nonce bigint check (nonce >= 0),
  queued_at timestamptz not null default now(),
  sent_at timestamptz,
  verified_at timestamptz,
  -- The transaction that recorded it, and its block
  transaction bytea check (length(transaction) = 32),
  block bigint check (block >= 0),
  block_hash bytea check (length(block_hash) = 32),
  block_time timestamptz,
  -- What it cost, in the smallest unit of the chain
  cost numeric(78, 0) check (cost >= 0),
  check ((state in ('mined', 'final', 'verified')) = (block is not null)),
  check (num_nulls(transaction, block, block_hash, block_time) in (0, 4)),
  unique (sender_id, origin, size)
);
-- One is on its way at a time.
create unique index chain_anchor_open on chain_anchor (sender_id) where state not in ('verified', 'overtaken');
create index chain_anchor_verified on chain_anchor (origin, size) where state = 'verified';
-- Signed transactions, stored before they are sent: after a crash the same bytes are sent again.
create table chain_attempt (
  hash bytea primary key check (length(hash) = 32),
  anchor_id bigint not null references chain_anchor (id),
  nonce bigint not null check (nonce >= 0),
  raw bytea not null check (length(raw) > 0),
  -- Most that a unit of gas may cost, and of that the tip
  fee numeric(78, 0) not null check (fee >= 0),
  tip numeric(78, 0) not null check (tip >= 0),
  gas bigint not null check (gas > 0),
  signed_at timestamptz not null default now(),
  sent_at timestamptz
);
create index chain_attempt_anchor on chain_attempt (anchor_id);
grant select on chain_sender, chain_anchor to timbermark_server;
grant select, insert, update on chain_sender, chain_anchor, chain_attempt to timbermark_worker;
