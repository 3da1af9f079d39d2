-- The account of an enterprise at the messaging platform. Secrets are sealed by the enterprise's key of this version.
create table wechat_account (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  enabled boolean not null default false,
  -- Names the enterprise in calls of its mini-program; gives no right
  entrance text not null check (length(entrance) between 20 and 60),
  app_id text check (length(app_id) <= 32),
  mini_app_id text check (length(mini_app_id) <= 32),
  mini_path text check (length(mini_path) <= 200),
  key_version integer not null,
  secret bytea,
  -- Opens the packages of codes
  code_key bytea,
  mini_secret bytea,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint wechat_account_one unique (tenant_id),
  check (not enabled or (app_id is not null and secret is not null))
);
select protect('wechat_account');

-- Tokens that the platform gave, shared by all processes. Sealed like the secrets.
create table wechat_token (
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  purpose text not null check (purpose in ('service', 'mini', 'ticket')),
  key_version integer not null,
  sealed bytea not null,
  -- With a margin before the platform's own end
  good_until timestamptz not null,
  primary key (tenant_id, purpose),
  foreign key (tenant_id, account_id) references wechat_account (tenant_id, id) on delete cascade
);
select protect('wechat_token');

-- Codes that the messaging platform makes for a batch.
create table platform_request (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  activity_name text not null check (length(activity_name) <= 100),
  batch_id bigint not null,
  count integer not null check (count between 10000 and 20000000 and count % 10000 = 0),
  product_brand text not null check (length(product_brand) <= 100),
  product_title text not null check (length(product_title) <= 100),
  product_code text not null check (length(product_code) <= 14),
  mini_app_id text check (length(mini_app_id) <= 32),
  mini_path text not null check (length(mini_path) <= 200),
  mini_version text not null default 'official' check (mini_version in ('official', 'development', 'experience')),
  -- Own codes that the platform's stand for, position for serial
  request_id bigint,
  -- The same number means the same application to the platform: set before the first call
  application_number text check (length(application_number) <= 128),
  platform_number text check (length(platform_number) <= 20),
  start_position integer not null generated always as (0) stored,
  end_position integer not null generated always as (count - 1) stored,
  fetched integer not null default 0 check (fetched between 0 and count),
  activated integer not null default 0 check (activated between 0 and count),
  status text not null default 'initialized' check (status in ('initialized', 'inProgress', 'processing', 'completed', 'downloaded')),
  failure text check (length(failure) <= 100),
  failure_code integer,
  -- The platform is asked again from here on; null when nothing goes on by itself
  next_at timestamptz,
  stopped boolean not null generated always as (failure is not null and next_at is null) stored,
  -- Tries in a row that ended in a passing trouble, or found the codes not made yet
  waits integer not null default 0,
  run uuid,
  completed_at timestamptz,
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, batch_id) references batch (tenant_id, id) on delete restrict,
  foreign key (tenant_id, request_id) references code_request (tenant_id, id) on delete restrict,
  constraint platform_request_request_key unique (tenant_id, request_id),
  constraint platform_request_application_key unique (tenant_id, application_number)
);
create index platform_request_batch on platform_request (tenant_id, batch_id);
create index platform_request_due on platform_request (next_at) where next_at is not null;
select protect('platform_request');

-- One package of codes: text of position, code and address, packed and sealed by the enterprise's key. Null until fetched.
create table platform_segment (
  tenant_id bigint not null,
  platform_request_id bigint not null,
  first_position integer not null check (first_position >= 0),
  last_position integer not null check (last_position >= first_position),
  key_version integer,
  sealed bytea,
  fetched_at timestamptz,
  primary key (tenant_id, platform_request_id, first_position),
  foreign key (tenant_id, platform_request_id) references platform_request (tenant_id, id) on delete cascade,
  check ((sealed is null) = (fetched_at is null))
);
alter table platform_segment alter column sealed set storage external;
select protect('platform_segment');

-- Finds a position by a code without holding codes: keyed hashes of 8 bytes with the position in 4, many to a row, one row
-- for each first byte of the hash and segment.
create table platform_code_index (
  tenant_id bigint not null,
  platform_request_id bigint not null,
  bucket smallint not null check (bucket between 0 and 255),
  first_position integer not null,
  entries bytea not null check (length(entries) % 12 = 0),
  primary key (tenant_id, bucket, platform_request_id, first_position),
  foreign key (tenant_id, platform_request_id) references platform_request (tenant_id, id) on delete cascade
);
select protect('platform_code_index');

-- A range of codes that was activated for a product, or is being activated.
create table platform_activation (
  id bigint generated always as identity,
  tenant_id bigint not null,
  platform_request_id bigint not null,
  positions int4range not null check (not isempty(positions)),
  activity_name text not null check (length(activity_name) <= 100),
  product_brand text not null check (length(product_brand) <= 100),
  product_title text not null check (length(product_title) <= 100),
  product_code text not null check (length(product_code) <= 14),
  mini_app_id text not null check (length(mini_app_id) <= 32),
  mini_path text not null check (length(mini_path) <= 200),
  mini_version text not null check (mini_version in ('official', 'development', 'experience')),
  status text not null default 'running' check (status in ('running', 'active', 'failed')),
  -- How many from its beginning the platform has confirmed
  done integer not null default 0 check (done >= 0),
  failure text check (length(failure) <= 100),
  failure_code integer,
  next_at timestamptz,
  waits integer not null default 0,
  run uuid,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, platform_request_id) references platform_request (tenant_id, id) on delete restrict,
  -- What activating a code again does is not documented: each is activated once
  constraint platform_activation_once exclude using gist (tenant_id with =, platform_request_id with =, positions with &&)
);
create index platform_activation_due on platform_activation (next_at) where next_at is not null;
select protect('platform_activation');

-- Work may be wanted later.
alter table job_outbox add column run_at timestamptz;
