-- What reporters ask the office to do with their own records. The record is the version that they read; its dept_id and created_by
-- are copied, so that a request is in scope where its record is.
create table change_request (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  record_id bigint not null,
  kind text not null check (kind in ('withdrawal', 'correction')),
  -- Empty once the personal data of the record were removed.
  reason text not null check (length(reason) <= 500),
  status text not null default 'waiting' check (status in ('waiting', 'agreed', 'declined', 'takenBack', 'closed')),
  remark text check (length(remark) <= 500),
  requested_at timestamptz not null default now(),
  created_by bigint not null,
  decided_at timestamptz,
  decided_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, record_id) references stage_record (tenant_id, id) on delete cascade,
  check ((status = 'waiting') = (decided_at is null))
);
create unique index change_request_waiting on change_request (tenant_id, record_id) where status = 'waiting';
create index change_request_record on change_request (tenant_id, record_id, id desc);
create index change_request_order on change_request (tenant_id, (status <> 'waiting'), id desc);
select protect('change_request');

-- Settings of an enterprise about its records: `changeHours`, for how long reporters may ask for changes. A rule without a row
-- has its default.
create table record_rule (
  tenant_id bigint not null references enterprise on delete cascade,
  rule text not null check (rule in ('changeHours')),
  value integer not null check (value between 0 and 8760),
  primary key (tenant_id, rule)
);
select protect('record_rule');
