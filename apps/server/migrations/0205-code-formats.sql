-- The format of a request's codes (packages/codes/FORMAT.md). The codes of requests of before are printed: they keep format 1.
alter table code_request add column code_format smallint not null default 1 check (code_format in (1, 2));
alter table code_request alter column code_format set default 2;

drop view code_directory;
create view code_directory as
  select r.request_number, r.tenant_id, r.id as request_id, r.count, r.key_version, r.key_salt, r.code_format, r.code_rule, r.security_length,
         r.code_type, r.status, r.origin, e.identification, e.name as enterprise_name, e.status as enterprise_status
  from code_request r join enterprise e on e.id = r.tenant_id;
alter view code_directory set (security_invoker = true);
grant select on code_directory to timbermark_worker;
