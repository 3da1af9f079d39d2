-- Whether a row is sealed is decided by the log, never by a column that anyone who may write rows can set
-- (docs/decisions/what-is-sealed.md). Rows that are still to be sealed because they are older than their sealing are named
-- here once, by the upgrade.
create table earlier_row (
  tenant_id bigint not null references enterprise on delete cascade,
  table_name text not null check (table_name in ('certification_step', 'packing')),
  ids int8multirange not null,
  -- HMAC over the other columns; its key is derived from the master key, which is not in the database. Made by the upgrade, in
  -- its transaction; rows of a mark without it are never sealed.
  mac bytea check (length(mac) = 32),
  primary key (tenant_id, table_name)
);
select reserve('earlier_row');

alter table certification_step no force row level security;
alter table packing no force row level security;
insert into earlier_row (tenant_id, table_name, ids)
select tenant_id, 'certification_step', range_agg(int8range(id, id + 1)) from certification_step where not sealed group by tenant_id
union all
select tenant_id, 'packing', range_agg(int8range(id, id + 1)) from packing where not sealed group by tenant_id;
alter table certification_step force row level security;
alter table packing force row level security;

alter table certification_step drop column sealed;
alter table packing drop column sealed;
