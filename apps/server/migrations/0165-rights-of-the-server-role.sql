-- The server's role keeps no more than its code uses.

-- An enterprise changes few facts of its own row; the rest is the operator's.
create function own_facts_stay(changed enterprise) returns boolean
  language plpgsql stable as
$$
begin
  return exists (
    select from enterprise e
    where e.id = changed.id
      and (e.identification, e.name, e.contact, e.phone, e.kind, e.status, e.remark, e.created_by, e.created_at)
        is not distinct from
        (changed.identification, changed.name, changed.contact, changed.phone, changed.kind, changed.status, changed.remark,
         changed.created_by, changed.created_at)
      and (changed.administrator_id is null or changed.administrator_id = e.administrator_id)
      and changed.rights_epoch >= e.rights_epoch);
end
$$;
drop policy own on enterprise;
create policy reading on enterprise for select to timbermark_server
  using (id = current_tenant() or current_tenant() = 1);
create policy adding on enterprise for insert to timbermark_server with check (current_tenant() = 1);
-- Read within the statement, the function still sees the row as it was.
create policy changing on enterprise for update to timbermark_server
  using (id = current_tenant() or current_tenant() = 1)
  with check (current_tenant() = 1 or (id = current_tenant() and own_facts_stay(enterprise)));
revoke delete on enterprise from timbermark_server;

-- Entries about people, their rights and the logs themselves: an enterprise cannot remove them, whatever its administrators may.
-- The retention of the operator's schedule does, as the worker's role.
create function is_lasting_entry(title text, business_type smallint) returns boolean
  language sql immutable parallel safe as
$$
  select business_type = 4 or title in ('system.user', 'system.role', 'system.secondFactor', 'tenant.enterprise',
    'stage.authorization', 'monitor.operlog', 'monitor.logininfor')
$$;
create policy lasting on oper_log as restrictive for delete to timbermark_server
  using (tenant_id = current_tenant() and not is_lasting_entry(title, business_type));
revoke update on oper_log, login_log from timbermark_server;

-- Large objects are open to every role by default, belong to no table, and no policy limits them.
do $$
declare routine regprocedure;
begin
  for routine in select p.oid from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace and p.proname in
    ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lo_get', 'lo_open', 'lo_close', 'lo_unlink', 'lo_truncate', 'lo_truncate64',
     'lo_lseek', 'lo_lseek64', 'lo_tell', 'lo_tell64', 'loread', 'lowrite')
  loop
    execute format('revoke execute on function %s from public', routine);
  end loop;
exception when insufficient_privilege then
  -- On a database of one's own the owner may not change the system's functions; the pages of operation say what to ask for.
  raise notice 'large objects stay open to every role of this database';
end
$$;
