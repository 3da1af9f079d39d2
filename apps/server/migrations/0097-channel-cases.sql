-- What scans and checks say against codes: one case for the same thing, not one for each scan.
create table channel_case (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  kind text not null check (kind in ('crossSale', 'speed', 'places', 'early', 'sold', 'rechecked')),
  -- What it is about: the same subject has one case at a time. Of a code its request and serial; of cross-territory sales
  -- the assignment and the place.
  subject text not null check (length(subject) <= 300),
  -- The code, or the first of several that was met.
  request_number integer not null,
  serial integer not null check (serial >= 0),
  dealer_id bigint,
  country text,
  province text,
  city text,
  codes integer not null check (codes > 0),
  visits integer not null check (visits > 0),
  confidence smallint not null check (confidence between 0 and 100),
  status text not null default 'open' check (status in ('open', 'confirmed', 'dismissed')),
  assignee_id bigint,
  first_at timestamptz not null,
  last_at timestamptz not null,
  note text check (length(note) <= 200),
  closed_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, dealer_id) references dealer (tenant_id, id) on delete restrict
);
create unique index channel_case_standing on channel_case (tenant_id, kind, subject) where status <> 'dismissed';
create index channel_case_dismissed on channel_case (tenant_id, kind, subject, closed_at) where status = 'dismissed';
create index channel_case_newest on channel_case (tenant_id, last_at desc, id desc);
create index channel_case_code on channel_case (tenant_id, request_number, serial);
select protect('channel_case');

-- The entries of the logs that a case rests on. Where they were made stays in the logs alone.
create table case_visit (
  tenant_id bigint not null references enterprise on delete cascade,
  case_id bigint not null,
  log text not null check (log in ('scan', 'check')),
  entry bigint not null,
  at timestamptz not null,
  request_number integer not null,
  serial integer not null,
  -- How much it counts, 0 to 1.
  weight real not null check (weight between 0 and 1),
  primary key (tenant_id, case_id, log, entry),
  foreign key (tenant_id, case_id) references channel_case (tenant_id, id) on delete cascade
);
create index case_visit_newest on case_visit (tenant_id, case_id, at desc);
create index case_visit_code on case_visit (tenant_id, request_number, serial);
select protect('case_visit');

-- Visits outside a dealer's territory that are too few yet for a case; forgotten after ninety days.
create table case_hint (
  tenant_id bigint not null references enterprise on delete cascade,
  subject text not null check (length(subject) <= 300),
  log text not null check (log in ('scan', 'check')),
  entry bigint not null,
  at timestamptz not null,
  request_number integer not null,
  serial integer not null,
  weight real not null check (weight between 0 and 1),
  -- By what people are told apart: the neighbourhood of the address, and the name that the browser gave itself.
  network text,
  device text,
  primary key (tenant_id, subject, log, entry)
);
create index case_hint_at on case_hint (at);
select protect('case_hint');

-- How far the watch has read each log.
create table watch_mark (
  log text primary key check (log in ('scan', 'check')),
  entry bigint not null
);
insert into watch_mark (log, entry) values
  ('scan', coalesce((select max(id) from scan_log), 0)), ('check', coalesce((select max(id) from check_log), 0));
select reserve('watch_mark');
