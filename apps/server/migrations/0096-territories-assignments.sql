-- Where a dealer sells: a division with all that lies in it, from one day to another.
create table territory (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  dealer_id bigint not null,
  division_code text not null check (length(division_code) <= 20),
  valid_from date not null,
  valid_until date,
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (valid_until >= valid_from),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, dealer_id) references dealer (tenant_id, id) on delete restrict,
  -- Several dealers may share a division; one dealer has it once at a time.
  constraint territory_once exclude using gist
    (tenant_id with =, dealer_id with =, division_code with =, daterange(valid_from, valid_until, '[]') with &&)
);
create index territory_newest on territory (tenant_id, created_at desc, id desc);
select protect('territory');

-- Who gave codes to a dealer or took them back, and when.
create table assignment (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  action text not null check (action in ('assign', 'withdraw', 'reassign')),
  -- Null when codes were taken back from several.
  dealer_id bigint,
  code_count integer not null check (code_count > 0),
  reason text check (length(reason) <= 200),
  recorded_at timestamptz not null default now(),
  created_by bigint,
  primary key (tenant_id, id),
  check (action = 'withdraw' or dealer_id is not null),
  check (action = 'assign' or reason is not null),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, dealer_id) references dealer (tenant_id, id) on delete restrict
);
create index assignment_newest on assignment (tenant_id, recorded_at desc, id desc);
create index assignment_dealer on assignment (tenant_id, dealer_id);
select protect('assignment');

-- Which codes are whose, from when to when: one row for a range however long it is. A code has one dealer at a time.
create table code_assignment (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  request_number integer not null,
  serials int4range not null check (not isempty(serials)),
  first_serial integer not null generated always as (lower(serials)) stored,
  dealer_id bigint not null,
  assignment_id bigint not null,
  ended_by bigint,
  during tstzrange not null default tstzrange(now(), null),
  current boolean not null generated always as (upper_inf(during)) stored,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, dealer_id) references dealer (tenant_id, id) on delete restrict,
  foreign key (tenant_id, assignment_id) references assignment (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ended_by) references assignment (tenant_id, id),
  constraint code_assignment_once exclude using gist
    (tenant_id with =, request_number with =, serials with &&, during with &&)
);
create index code_assignment_first on code_assignment (tenant_id, request_number, first_serial) where current;
create index code_assignment_made on code_assignment (tenant_id, assignment_id);
create index code_assignment_ended on code_assignment (tenant_id, ended_by) where ended_by is not null;
create index code_assignment_dealer on code_assignment (tenant_id, dealer_id);
select protect('code_assignment');
