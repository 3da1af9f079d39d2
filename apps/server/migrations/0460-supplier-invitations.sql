-- An enterprise lets the account of a supplier (user type 4) report named stages about some of its goods until a day. The account is of
-- the enterprise, so that an invitation counts at once.
create table supplier_invitation (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  -- Who is invited.
  account_id bigint not null,
  -- As it was called then.
  goods text not null check (length(goods) <= 200),
  codes integer not null check (codes > 0),
  stages text[] not null check (cardinality(stages) between 1 and 18),
  -- Last day (UTC) on which something may happen that the supplier reports.
  until_on date not null,
  note text check (length(note) <= 500),
  status text not null default 'current' check (status in ('current', 'revoked')),
  reason text check (length(reason) <= 200),
  invited_at timestamptz not null default now(),
  settled_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict
);
create index supplier_invitation_account on supplier_invitation (tenant_id, account_id, id desc);
select protect('supplier_invitation');

-- The codes of an invitation, by ranges.
create table supplier_invitation_range (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  invitation_id bigint not null,
  request_number integer not null,
  serials int4range not null check (lower(serials) >= 0 and not isempty(serials)),
  primary key (tenant_id, id),
  foreign key (tenant_id, invitation_id) references supplier_invitation (tenant_id, id) on delete cascade
);
create index supplier_invitation_range_of on supplier_invitation_range (tenant_id, invitation_id, request_number);
select protect('supplier_invitation_range');
