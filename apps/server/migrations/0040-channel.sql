-- Whom an enterprise sells to and buys from.
create table dealer_level (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  code text not null check (length(code) <= 20),
  name text not null check (length(name) <= 50),
  -- "1" buys from the enterprise, "2" from a dealer of level one.
  level text not null check (level in ('1', '2')),
  order_num integer not null default 0,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  constraint dealer_level_code_key unique (tenant_id, code),
  constraint dealer_level_name_key unique (tenant_id, name)
);
select protect('dealer_level');

create table dealer (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  name text not null check (length(name) <= 100),
  level_id bigint not null,
  parent_id bigint check (parent_id <> id),
  contact text check (length(contact) <= 50),
  phone text check (length(phone) <= 20),
  address text check (length(address) <= 200),
  division_code text check (length(division_code) <= 20),
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, level_id) references dealer_level (tenant_id, id) on delete restrict,
  foreign key (tenant_id, parent_id) references dealer (tenant_id, id) on delete restrict,
  constraint dealer_name_key unique (tenant_id, name)
);
create index dealer_by_level on dealer (tenant_id, level_id);
create index dealer_by_parent on dealer (tenant_id, parent_id);
select protect('dealer');

create table store (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  name text not null check (length(name) <= 100),
  dealer_id bigint not null,
  address text not null check (length(address) <= 200),
  contact text check (length(contact) <= 50),
  phone text check (length(phone) <= 20),
  -- WGS-84, both or none.
  longitude numeric(9, 6) check (longitude between -180 and 180),
  latitude numeric(8, 6) check (latitude between -90 and 90),
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  check ((longitude is null) = (latitude is null)),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, dealer_id) references dealer (tenant_id, id) on delete restrict,
  constraint store_name_key unique (tenant_id, dealer_id, name)
);
select protect('store');

create table customer (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  name text not null check (length(name) <= 100),
  contact text check (length(contact) <= 50),
  phone text check (length(phone) <= 20),
  address text check (length(address) <= 200),
  account_id bigint,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete set null (account_id),
  constraint customer_name_key unique (tenant_id, name),
  constraint customer_account_key unique (tenant_id, account_id)
);
select protect('customer');

create table supplier (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  name text not null check (length(name) <= 100),
  contact text check (length(contact) <= 50),
  phone text check (length(phone) <= 20),
  address text check (length(address) <= 200),
  account_id bigint,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete set null (account_id),
  constraint supplier_name_key unique (tenant_id, name),
  constraint supplier_account_key unique (tenant_id, account_id)
);
select protect('supplier');
