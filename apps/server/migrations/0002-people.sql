-- Enterprises, people, rights. Field names and one-letter flags follow the interfaces in docs/wire.md.
create table enterprise (
  id bigint generated always as identity primary key,
  identification text not null check (length(identification) between 2 and 20),
  name text not null check (length(name) <= 100),
  contact text check (length(contact) <= 50),
  phone text check (length(phone) <= 20),
  kind text not null default 'producer' check (length(kind) <= 20),
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  -- Grows with every change of rights inside the enterprise, so that every process drops what it remembered.
  rights_epoch bigint not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  constraint enterprise_identification_key unique (identification),
  constraint enterprise_name_key unique (name)
);
-- The platform operator sees and writes all of them; any other enterprise sees itself.
alter table enterprise enable row level security;
alter table enterprise force row level security;
create policy own on enterprise to timbermark_server
  using (id = (select current_tenant()) or (select current_tenant()) = 1) with check ((select current_tenant()) = 1 or id = (select current_tenant()));
create policy across on enterprise to timbermark_worker using (true) with check (true);
select grant_rows('enterprise');

create table dept (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  parent_id bigint,
  -- Ids of all departments above, outermost first: "this department and below" is one containment test.
  ancestors bigint[] not null default '{}',
  dept_name text not null check (length(dept_name) <= 30),
  order_num integer not null default 0,
  leader text check (length(leader) <= 20),
  phone text check (length(phone) <= 20),
  email text check (length(email) <= 50),
  status text not null default '0' check (status in ('0', '1')),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, parent_id) references dept (tenant_id, id) on delete restrict,
  constraint dept_name_key unique nulls not distinct (tenant_id, parent_id, dept_name)
);
create index dept_ancestors on dept using gin (ancestors);
select protect('dept');

create table post (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  post_code text not null check (length(post_code) <= 64),
  post_name text not null check (length(post_name) <= 50),
  post_sort integer not null default 0,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint post_code_key unique (tenant_id, post_code),
  constraint post_name_key unique (tenant_id, post_name)
);
select protect('post');

create table account (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  -- Signing in names no enterprise, so that account names are unique over all of them.
  user_name text not null check (length(user_name) between 2 and 20),
  nick_name text not null check (length(nick_name) <= 30),
  -- 1 system user, 2 H5 user, 3 mini-program user, 4 supplier, 5 customer
  user_type smallint not null default 1 check (user_type between 1 and 5),
  email text check (length(email) <= 50),
  phonenumber text check (length(phonenumber) <= 20),
  sex text check (sex in ('0', '1')),
  avatar text,
  password_hash text not null,
  -- An initial password may only be used to set another one, until this moment.
  initial_until timestamptz,
  password_changed_at timestamptz,
  status text not null default '0' check (status in ('0', '1')),
  login_ip text,
  login_date timestamptz,
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  constraint account_email_key unique (tenant_id, email),
  constraint account_phonenumber_key unique (tenant_id, phonenumber)
);
create unique index account_user_name_key on account (lower(user_name));
create index account_dept on account (tenant_id, dept_id);
create index account_created on account (tenant_id, id desc);
select protect('account');

create table role (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  role_name text not null check (length(role_name) <= 30),
  role_key text not null check (length(role_key) <= 100),
  role_sort integer not null default 0,
  -- 1 all, 2 custom, 3 own department, 4 own department and below, 5 only own rows
  data_scope text not null default '5' check (data_scope in ('1', '2', '3', '4', '5')),
  menu_check_strictly boolean not null default true,
  dept_check_strictly boolean not null default true,
  status text not null default '0' check (status in ('0', '1')),
  -- Delivered roles can be assigned, not changed.
  built_in boolean not null default false,
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint role_name_key unique (tenant_id, role_name),
  constraint role_key_key unique (tenant_id, role_key)
);
select protect('role');

create table menu (
  id bigint generated always as identity primary key,
  parent_id bigint references menu on delete restrict,
  -- M catalogue, C menu, F button
  menu_type text not null check (menu_type in ('M', 'C', 'F')),
  -- Phrase key of the delivered menus, plain text of added ones.
  menu_name text not null check (length(menu_name) <= 50),
  title_key text check (length(title_key) <= 100),
  order_num integer not null default 0,
  path text not null default '' check (length(path) <= 200),
  component text check (length(component) <= 200),
  query text check (length(query) <= 255),
  route_name text check (length(route_name) <= 50),
  -- "0" external link, "1" a screen of ours
  is_frame text not null default '1' check (is_frame in ('0', '1')),
  -- "0" kept alive, "1" not
  is_cache text not null default '0' check (is_cache in ('0', '1')),
  visible text not null default '0' check (visible in ('0', '1')),
  status text not null default '0' check (status in ('0', '1')),
  perms text check (length(perms) <= 100),
  icon text check (length(icon) <= 100),
  active_menu text check (length(active_menu) <= 200),
  -- Only the platform operator may hold it.
  platform_only boolean not null default false,
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  constraint menu_name_key unique nulls not distinct (parent_id, menu_name)
);
create unique index menu_seed_key on menu (title_key, perms, menu_type) nulls not distinct where title_key is not null;
select share('menu');

create table role_menu (
  tenant_id bigint not null,
  role_id bigint not null,
  menu_id bigint not null references menu on delete cascade,
  primary key (tenant_id, role_id, menu_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
select protect('role_menu');

create table role_dept (
  tenant_id bigint not null,
  role_id bigint not null,
  dept_id bigint not null,
  primary key (tenant_id, role_id, dept_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade,
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete cascade
);
select protect('role_dept');

create table account_role (
  tenant_id bigint not null,
  account_id bigint not null,
  role_id bigint not null,
  primary key (tenant_id, account_id, role_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete restrict
);
create index account_role_role on account_role (tenant_id, role_id);
select protect('account_role');

create table account_post (
  tenant_id bigint not null,
  account_id bigint not null,
  post_id bigint not null,
  primary key (tenant_id, account_id, post_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, post_id) references post (tenant_id, id) on delete restrict
);
select protect('account_post');

-- Sessions are found by the hash of their token before any tenant is known.
create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  tenant_id bigint not null,
  account_id bigint not null,
  ip text,
  browser text,
  os text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
create index session_account on session (tenant_id, account_id);
select protect('session');

create table captcha (
  uuid uuid primary key,
  answer_hash bytea not null,
  client text not null,
  expires_at timestamptz not null
);
select reserve('captcha');

-- Counters of attempts: `bucket` says what is counted, for whom.
create table throttle (
  bucket text primary key,
  attempts integer not null,
  until timestamptz not null
);
select reserve('throttle');

create table login_log (
  id bigint generated always as identity primary key,
  tenant_id bigint references enterprise on delete cascade,
  user_name text not null,
  ipaddr text,
  browser text,
  os text,
  -- "0" success, "1" failure
  status text not null,
  -- Key of the message: error.<key> or auth.<event>
  msg text not null,
  login_time timestamptz not null default now()
);
create index login_log_tenant on login_log (tenant_id, id desc);
select protect('login_log');

create table oper_log (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint,
  oper_name text,
  dept_name text,
  title text not null,
  -- 0 other, 1 add, 2 edit, 3 delete, 4 grant, 5 export, 6 import, 7 force logout, 8 generate, 9 clean
  business_type smallint not null,
  request_method text not null,
  oper_url text not null,
  oper_ip text,
  oper_param text check (length(oper_param) <= 2000),
  status smallint not null default 0,
  error_msg text check (length(error_msg) <= 2000),
  cost_time integer,
  request_id text,
  oper_time timestamptz not null default now()
);
create index oper_log_tenant on oper_log (tenant_id, id desc);
select protect('oper_log');

create table dict_type (
  id bigint generated always as identity primary key,
  dict_name text not null check (length(dict_name) <= 100),
  dict_type text not null unique check (length(dict_type) <= 100),
  title_key text,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now()
);
select share('dict_type');

create table dict_data (
  id bigint generated always as identity primary key,
  dict_type text not null references dict_type (dict_type) on update cascade on delete restrict,
  dict_sort integer not null default 0,
  dict_label text not null check (length(dict_label) <= 100),
  dict_value text not null check (length(dict_value) <= 100),
  label_key text,
  css_class text check (length(css_class) <= 100),
  list_class text check (length(list_class) <= 100),
  is_default text not null default 'N' check (is_default in ('Y', 'N')),
  -- Facts beside the label, such as the Latin name of a species.
  extra jsonb,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  constraint dict_data_value_key unique (dict_type, dict_value)
);
select share('dict_data');

create table config (
  id bigint generated always as identity primary key,
  config_name text not null check (length(config_name) <= 100),
  config_key text not null unique check (length(config_key) <= 100),
  config_value text not null check (length(config_value) <= 500),
  config_type text not null default 'N' check (config_type in ('Y', 'N')),
  title_key text,
  -- May be read without a permission (sign-in page, footer).
  is_public boolean not null default false,
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now()
);
select share('config');

-- First answer of a retried write, kept so that the retry gets the same one.
create table idempotency (
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  key text not null check (length(key) <= 255),
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, account_id, key)
);
select protect('idempotency');

create table file_object (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22,43}$'),
  tenant_id bigint not null references enterprise on delete cascade,
  name text not null check (length(name) <= 200),
  -- By content, never by name.
  type text not null,
  extension text not null,
  size bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Stripped and resized copy for public pages, when the file is a picture.
  public_sha256 text check (public_sha256 ~ '^[0-9a-f]{64}$'),
  -- Linked to a record that anyone may see.
  is_public boolean not null default false,
  -- Record that the file belongs to, as `<table>/<id>`; null until one is saved with it.
  owner text,
  created_by bigint,
  created_at timestamptz not null default now(),
  unique (tenant_id, id)
);
create index file_object_owner on file_object (tenant_id, owner);
select protect('file_object');
