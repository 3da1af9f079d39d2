-- Every key of a tenant's table begins with the tenant: the primary key, each unique key, each exclusion. What must be unique
-- over all tenants has a small directory of its own, written in the same transaction.

-- Row security would hide the rows from an owner who is no superuser.
alter table account no force row level security;
alter table code_request no force row level security;
alter table login_log no force row level security;

-- Signing in names no enterprise: account names are unique over all of them, and this says whose one is.
create table sign_in_name (
  -- In small letters
  name text primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null
);
create index sign_in_name_account on sign_in_name (tenant_id, account_id);
select protect('sign_in_name');
alter table sign_in_name no force row level security;
insert into sign_in_name (name, tenant_id, account_id) select lower(user_name), tenant_id, id from account;
alter table sign_in_name force row level security;
drop index account_user_name_key;
create unique index account_user_name_key on account (tenant_id, lower(user_name));

-- A request number is printed in every code and given once: this says to whom, also when the request was removed since.
create table request_number (
  number integer primary key check (number between 1 and 33554431),
  tenant_id bigint not null references enterprise on delete cascade
);
select protect('request_number');
alter table request_number no force row level security;
insert into request_number (number, tenant_id) select request_number, tenant_id from code_request;
alter table request_number force row level security;
alter table code_request drop constraint code_request_request_number_key;
alter table code_request add constraint code_request_request_number_key unique (tenant_id, request_number);

-- Sign-ins with an account that nobody has concern the platform operator (tenant 1).
drop policy strays on login_log;
update login_log set tenant_id = 1 where tenant_id is null;
alter table login_log alter column tenant_id set not null;

alter table account force row level security;
alter table code_request force row level security;
alter table login_log force row level security;

-- Nothing shared refers to a tenant's row, and nothing is set to null behind the code's back.
alter table enterprise drop constraint enterprise_administrator_fk;
alter table customer drop constraint customer_tenant_id_account_id_fkey;
alter table customer add foreign key (tenant_id, account_id) references account (tenant_id, id) on delete restrict;
alter table supplier drop constraint supplier_tenant_id_account_id_fkey;
alter table supplier add foreign key (tenant_id, account_id) references account (tenant_id, id) on delete restrict;

-- `(tenant_id, id)` was a second unique key beside `id`: it becomes the only one. References to it are made anew.
do $$
declare
  target record;
  reference record;
  made_again text[] := '{}';
  each text;
  -- Written by the platform alone and read by everybody; and the one public log.
  shared constant text[] := array['article', 'banner', 'news_category', 'site_service', 'ledger_leaf', 'request_number'];
begin
  for target in
    select c.oid, c.relname as name from pg_class c
    join pg_constraint k on k.conrelid = c.oid and k.contype = 'p' and pg_get_constraintdef(k.oid) = 'PRIMARY KEY (id)'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any (shared)
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
    order by c.relname
  loop
    for reference in
      select conname, conrelid::regclass as source, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and confrelid = target.oid
    loop
      execute format('alter table %s drop constraint %I', reference.source, reference.conname);
      made_again := made_again || format('alter table %s add constraint %I %s', reference.source, reference.conname, reference.definition);
    end loop;
    execute format('alter table %I drop constraint if exists %I', target.name, target.name || '_tenant_id_id_key');
    execute format('alter table %I drop constraint %I, add constraint %2$I primary key (tenant_id, id)', target.name, target.name || '_pkey');
  end loop;
  foreach each in array made_again loop
    execute each;
  end loop;
end
$$;

alter table session drop constraint session_token_hash_key;
alter table session add constraint session_token_hash_key unique (tenant_id, token_hash);
alter table download_link drop constraint download_link_pkey, add constraint download_link_pkey primary key (tenant_id, token_hash);

alter table scan_log drop constraint scan_log_pkey, add constraint scan_log_pkey primary key (tenant_id, id, scanned_at);
alter table check_log drop constraint check_log_pkey, add constraint check_log_pkey primary key (tenant_id, id, checked_at);
alter table code_stat drop constraint code_stat_pkey, add constraint code_stat_pkey primary key (tenant_id, request_number, serial);
-- The primary key begins alike.
drop index code_stat_tenant;

alter table code_link drop constraint code_link_once;
alter table code_link add constraint code_link_once exclude using gist (tenant_id with =, request_number with =, serials with &&);
alter table stage_record_code drop constraint stage_record_code_once;
alter table stage_record_code add constraint stage_record_code_once
  exclude using gist (tenant_id with =, stage with =, request_number with =, serials with &&) where (current);

-- The sequencer takes the leaves of all tenants in the order in which they were queued.
create index ledger_queue_order on ledger_queue (id);
-- A file is asked for by its id alone, which is 24 random letters.
create index file_object_id on file_object (id);
-- The trade's listings and quotes are read over enterprises, by their number; the platform's home page shows the newest records.
create index listing_id on listing (id);
create index quote_id on quote (id);
create index stage_record_newest on stage_record (id);
