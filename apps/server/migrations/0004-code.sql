-- Key of each enterprise, wrapped by the master key that never enters the database.
create table tenant_key (
  tenant_id bigint not null references enterprise on delete cascade,
  version integer not null,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, version)
);
select protect('tenant_key');

create sequence code_request_number as integer minvalue 1 maxvalue 33554431;
grant usage on sequence code_request_number to timbermark_server, timbermark_worker;

-- One row stands for up to 20,000,000 codes: they are derived from its number and the enterprise's key, never stored.
create table code_request (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  -- 25 bits, printed in the first five characters of every code
  request_number integer not null default nextval('code_request_number'),
  key_version integer not null default 1,
  name text not null check (length(name) <= 100),
  batch_id bigint not null,
  count integer not null check (count between 10000 and 20000000 and count % 10000 = 0),
  code_rule text not null check (code_rule in ('digits', 'alnum', 'symbols')),
  security_length smallint not null check (security_length between 6 and 20),
  code_type text not null check (code_type in ('item', 'package', 'container')),
  stage_type text not null check (stage_type in ('inStock', 'outOfStock', 'regular')),
  update_stage text not null,
  country_code text not null check (length(country_code) <= 3),
  factory_code text not null check (length(factory_code) <= 20),
  batch_date date not null,
  species text not null check (length(species) <= 10),
  status text not null default 'initialized' check (status in ('initialized', 'inProgress', 'processing', 'completed', 'downloaded')),
  progress numeric(4, 3) not null default 0 check (progress between 0 and 1),
  failure text check (length(failure) <= 500),
  manifest_sha256 text check (manifest_sha256 ~ '^[0-9a-f]{64}$'),
  manifest_leaf text,
  submitted_by bigint,
  submitted_at timestamptz,
  completed_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (request_number),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, batch_id) references batch (tenant_id, id) on delete restrict
);
create index code_request_batch on code_request (tenant_id, batch_id);
-- One request of an enterprise is made at a time.
create unique index code_request_running on code_request (tenant_id) where status in ('inProgress', 'processing');
select protect('code_request');

-- Which enterprise a request number belongs to: what a reader of a code must know before any tenant is known. It holds
-- nothing secret; every server process keeps it in memory and hears of changes.
create view code_directory as
  select r.request_number, r.tenant_id, r.id as request_id, r.count, r.key_version, r.code_rule, r.security_length, r.code_type, r.status,
         e.identification, e.name as enterprise_name, e.status as enterprise_status
  from code_request r join enterprise e on e.id = r.tenant_id;
alter view code_directory set (security_invoker = true);
grant select on code_directory to timbermark_worker;

create function tell_directory() returns trigger
  language plpgsql as
$$
begin
  perform pg_notify('code_directory', '');
  return null;
end
$$;
create trigger code_request_told after insert or delete or update of status, count, key_version, code_rule, security_length, code_type
  on code_request for each statement execute function tell_directory();
create trigger enterprise_told after update of status, name on enterprise for each statement execute function tell_directory();

-- A one-time address to download a file by, so that the browser itself can stream it.
create table download_link (
  token_hash bytea primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  path text not null,
  expires_at timestamptz not null
);
select protect('download_link');

-- What is packed in what: a range of codes under one parent code. One code has one parent.
create table code_link (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  request_number integer not null,
  serials int4range not null check (not isempty(serials)),
  parent_request integer not null,
  parent_serial integer not null check (parent_serial >= 0),
  record_id bigint,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint code_link_once exclude using gist (request_number with =, serials with &&)
);
create index code_link_parent on code_link (tenant_id, parent_request, parent_serial);
select protect('code_link');
