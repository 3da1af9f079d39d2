-- The queue of background jobs lives in a schema of the worker's own.
create schema graphile_worker authorization timbermark_worker;
do $$ begin execute format('grant create on database %I to timbermark_worker', current_database()); end $$;

create table document (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  code text not null check (length(code) <= 50),
  name text not null check (length(name) <= 100),
  type text not null check (type in ('certificate', 'form')),
  file text[] not null default '{}',
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  constraint document_code_key unique (tenant_id, code)
);
select protect('document');

-- Versions of a stage's form: the platform's own (tenant 1) and an enterprise's.
create table stage_template (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  stage text not null,
  name text not null check (length(name) <= 50),
  display_name text not null check (length(display_name) <= 100),
  version integer not null default 1,
  attributes jsonb not null default '[]',
  order_num integer not null default 0,
  visible text not null default '0' check (visible in ('0', '1')),
  status text not null default '0' check (status in ('0', '1')),
  optional boolean not null default false,
  title_key text,
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint stage_template_name_key unique (tenant_id, name, version)
);
select overlay_rows('stage_template');

create table circulation (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  name text not null check (length(name) <= 50),
  title_key text,
  stages text[] not null,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint circulation_name_key unique (tenant_id, name)
);
select overlay_rows('circulation');

create table stage_authorization (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  stage text not null,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  constraint stage_authorization_once unique (tenant_id, account_id, stage)
);
select protect('stage_authorization');

-- What was said about wood. Rows are never edited: a correction is a further version that supersedes the one before.
create table stage_record (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  report_id uuid not null,
  -- First version of the same record; its own id for version 1.
  first_id bigint,
  version integer not null default 1,
  status text not null default 'current' check (status in ('current', 'superseded', 'voided')),
  reason text check (length(reason) <= 500),
  batch_id bigint not null,
  stage text not null,
  template_id bigint not null,
  template_version integer not null default 1,
  circulation_id bigint,
  document_id bigint,
  document_code text not null,
  operator text not null check (length(operator) <= 50),
  happened_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  latitude numeric(8, 6) check (latitude between -90 and 90),
  place text,
  parent_code text,
  code_count integer not null,
  codes_digest text not null,
  -- Values as reported; personal ones apart, so that public pages and the ledger never meet them.
  public_values jsonb not null,
  personal_values jsonb not null default '{}',
  personal_salt bytea not null,
  -- Hash of each attached file by its id.
  attachments jsonb not null default '{}',
  remark text check (length(remark) <= 200),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, batch_id) references batch (tenant_id, id) on delete restrict,
  foreign key (tenant_id, document_id) references document (tenant_id, id) on delete restrict,
  constraint stage_record_report_key unique (tenant_id, report_id, version)
);
create index stage_record_batch on stage_record (tenant_id, batch_id, stage) where status = 'current';
create index stage_record_mine on stage_record (tenant_id, created_by, id desc);
select protect('stage_record');

-- The codes of a record as ranges. The exclusion makes "already linked" true in the database: one current record per
-- stage and code.
create table stage_record_code (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  record_id bigint not null,
  stage text not null,
  request_number integer not null,
  serials int4range not null check (not isempty(serials)),
  current boolean not null default true,
  unique (tenant_id, id),
  foreign key (tenant_id, record_id) references stage_record (tenant_id, id) on delete cascade,
  constraint stage_record_code_once exclude using gist (stage with =, request_number with =, serials with &&) where (current)
);
create index stage_record_code_record on stage_record_code (tenant_id, record_id);
select protect('stage_record_code');
