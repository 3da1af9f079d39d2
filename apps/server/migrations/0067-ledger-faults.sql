-- What the last check of the whole ledger found, by the enterprise whose rows they are; the platform's (tenant 1) is what
-- concerns the log itself.
create table ledger_fault (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  kind text not null,
  -- Which entry, head, tile, page, row or file
  place text not null,
  found_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
alter table ledger_fault enable row level security;
alter table ledger_fault force row level security;
create policy tenant on ledger_fault to timbermark_server using (tenant_id = current_tenant());
create policy across on ledger_fault to timbermark_worker using (true) with check (true);
grant select on ledger_fault to timbermark_server;
grant select, insert, delete on ledger_fault to timbermark_worker;

-- When the whole ledger was last checked, and what was found: for everybody.
create table ledger_checked (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null,
  found integer not null check (found >= 0)
);
grant select on ledger_checked to timbermark_server;
grant select, insert, update on ledger_checked to timbermark_worker;
