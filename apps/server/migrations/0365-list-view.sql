-- Saved views of the back office's lists: filters, columns and order under a name. Without an account it is the enterprise's.
create table list_view (
  tenant_id bigint not null references enterprise on delete cascade,
  id bigint generated always as identity,
  -- Key of the list, such as `catalog/batch`.
  list text not null check (length(list) <= 60),
  account_id bigint,
  name text not null check (length(name) between 1 and 40),
  settings jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
create unique index list_view_own_key on list_view (tenant_id, account_id, list, lower(name)) where account_id is not null;
create unique index list_view_shared_key on list_view (tenant_id, list, lower(name)) where account_id is null;
select protect('list_view');

-- With which view the list of a person opens.
create table list_view_start (
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  list text not null check (length(list) <= 60),
  view_id bigint not null,
  primary key (tenant_id, account_id, list),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, view_id) references list_view (tenant_id, id) on delete cascade
);
create index list_view_start_view on list_view_start (tenant_id, view_id);
select protect('list_view_start');
