create table category (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  name text not null check (length(name) <= 50),
  picture text[] not null default '{}',
  order_num integer not null default 0,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  constraint category_name_key unique (tenant_id, name)
);
select protect('category');

create table product (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  code text not null check (length(code) <= 50),
  name text not null check (length(name) <= 100),
  category_id bigint not null,
  enterprise_name text not null check (length(enterprise_name) <= 100),
  foreign_name text not null check (length(foreign_name) <= 100),
  chinese_name text not null check (length(chinese_name) <= 100),
  latin_genus text not null check (length(latin_genus) <= 60),
  latin_species text not null check (length(latin_species) <= 60),
  description text check (length(description) <= 20000),
  images text[] not null default '{}',
  video text[] not null default '{}',
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, category_id) references category (tenant_id, id) on delete restrict,
  constraint product_code_key unique (tenant_id, code)
);
create index product_category on product (tenant_id, category_id);
select protect('product');

create table batch (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  batch_number text not null check (length(batch_number) <= 50),
  product_id bigint not null,
  volume numeric(12, 3) check (volume >= 0),
  planned_date date,
  status text not null default 'draft' check (status in ('draft', 'active', 'closed', 'voided')),
  void_reason text check (length(void_reason) <= 200),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete restrict,
  constraint batch_batch_number_key unique (tenant_id, batch_number)
);
create index batch_product on batch (tenant_id, product_id);
select protect('batch');
