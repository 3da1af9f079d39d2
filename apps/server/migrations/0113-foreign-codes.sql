-- Codes that others printed. A request of them holds as many as its list has, none before that; each value stands for the
-- own code of the same serial, so that everything that is kept of codes holds for them unchanged.
alter table code_request add column origin text not null default 'own' check (origin in ('own', 'foreign'));
alter table code_request drop constraint code_request_count_check;
alter table code_request add constraint code_request_count_check
  check (case origin when 'own' then count between 10000 and 20000000 and count % 10000 = 0 else count between 0 and 10000 end);

create table foreign_code (
  id bigint generated always as identity,
  tenant_id bigint not null,
  request_id bigint not null,
  serial integer not null check (serial >= 0),
  -- As it is printed, and as it is looked for
  value text not null check (value ~ '^[A-Za-z0-9(][A-Za-z0-9._:*()-]{3,49}$'),
  folded text not null check (folded = upper(value)),
  primary key (tenant_id, id),
  unique (tenant_id, request_id, serial),
  unique (tenant_id, folded),
  foreign key (tenant_id, request_id) references code_request (tenant_id, id) on delete restrict
);
-- A reader of the public page does not know whose code he holds.
create index foreign_code_folded on foreign_code (folded);
select protect('foreign_code');

drop view code_directory;
create view code_directory as
  select r.request_number, r.tenant_id, r.id as request_id, r.count, r.key_version, r.key_salt, r.code_rule, r.security_length, r.code_type, r.status,
         r.origin, e.identification, e.name as enterprise_name, e.status as enterprise_status
  from code_request r join enterprise e on e.id = r.tenant_id;
alter view code_directory set (security_invoker = true);
grant select on code_directory to timbermark_worker;
