-- Answers of calls that carry an Idempotency-Key (their rows' key begins with `key:`). The row is made in the transaction of
-- the call's effect; `holder` names the process that is at it, `answered_at` says that it has ended.
alter table idempotency add column holder integer;
alter table idempotency add column answered_at timestamptz;
-- The answer's body, encrypted: it may hold what only its reader may know.
alter table idempotency add column sealed bytea;
create index idempotency_keys on idempotency (created_at) where key like 'key:%';

-- Written to once the disk was full, to find out whether it still is.
create table disk_probe (
  id integer primary key,
  filler bytea not null
);
alter table disk_probe alter column filler set storage external;
select reserve('disk_probe');
