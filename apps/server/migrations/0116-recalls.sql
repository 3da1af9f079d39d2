-- Goods that an enterprise calls back: all of a batch, or some codes. What it says is sealed with the batch or the requests.
create table recall (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  batch_id bigint,
  -- The first of single codes, and how many they are.
  request_number integer,
  serial integer,
  codes integer check (codes > 0),
  reason text not null check (length(reason) between 1 and 500),
  advice text not null check (length(advice) between 1 and 500),
  contact text not null check (length(contact) between 1 and 200),
  reports text not null check (reports in ('ask', 'refuse')),
  status text not null default 'standing' check (status in ('standing', 'lifted')),
  recalled_at timestamptz not null default now(),
  lifted_at timestamptz,
  lift_reason text check (length(lift_reason) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((batch_id is null) = (codes is not null and request_number is not null and serial is not null)),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, batch_id) references batch (tenant_id, id) on delete restrict
);
-- A batch is called back once at a time.
create unique index recall_batch_standing on recall (tenant_id, batch_id) where status = 'standing';
create index recall_batch on recall (tenant_id, batch_id);
create index recall_newest on recall (tenant_id, recalled_at desc, id desc);
select protect('recall');

-- Which codes a recall of single codes is about; `current` while it stands.
create table recalled_code (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  recall_id bigint not null,
  request_number integer not null,
  serials int4range not null check (not isempty(serials)),
  first_serial integer not null generated always as (lower(serials)) stored,
  current boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, recall_id) references recall (tenant_id, id) on delete cascade,
  -- A code is called back once at a time.
  constraint recalled_code_once exclude using gist
    (tenant_id with =, request_number with =, serials with &&) where (current)
);
create index recalled_code_recall on recalled_code (tenant_id, recall_id);
create index recalled_code_first on recalled_code (tenant_id, request_number, first_serial);
select protect('recalled_code');
