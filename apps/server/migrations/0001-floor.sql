-- The floor every table stands on. Two login roles: the server's, which owns nothing and sees one tenant at a time, and
-- the worker's, for the few jobs that cross tenants.
do $$
begin
  if not exists (select from pg_roles where rolname = 'timbermark_server') then
    create role timbermark_server nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'timbermark_worker') then
    create role timbermark_worker nologin nosuperuser nobypassrls;
  end if;
end
$$;

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

revoke create on schema public from public;
grant usage on schema public to timbermark_server, timbermark_worker;

-- Tenant of the running transaction; an empty setting means none, and none means no rows.
create function current_tenant() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::bigint;

create function grant_rows(target regclass) returns void
  language plpgsql as
$$
begin
  execute format('grant select, insert, update, delete on %s to timbermark_server, timbermark_worker', target);
end
$$;

-- A tenant's table: rows of the current tenant only, for reading and writing alike.
create function protect(target regclass) returns void
  language plpgsql as
$$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to timbermark_server using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', target);
  execute format('create policy across on %s to timbermark_worker using (true) with check (true)', target);
  perform grant_rows(target);
end
$$;

-- A shared table: everybody reads, only the platform operator (tenant 1) writes.
create function share(target regclass) returns void
  language plpgsql as
$$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy reading on %s for select to timbermark_server using (true)', target);
  execute format('create policy adding on %s for insert to timbermark_server with check ((select current_tenant()) = 1)', target);
  execute format('create policy changing on %s for update to timbermark_server using ((select current_tenant()) = 1) with check ((select current_tenant()) = 1)', target);
  execute format('create policy removing on %s for delete to timbermark_server using ((select current_tenant()) = 1)', target);
  execute format('create policy across on %s to timbermark_worker using (true) with check (true)', target);
  perform grant_rows(target);
end
$$;

-- An overlaid table: the platform's rows are read by all, each tenant adds its own beside them.
create function overlay_rows(target regclass) returns void
  language plpgsql as
$$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy reading on %s for select to timbermark_server using (tenant_id in (1, (select current_tenant())))', target);
  execute format('create policy adding on %s for insert to timbermark_server with check (tenant_id = (select current_tenant()))', target);
  execute format('create policy changing on %s for update to timbermark_server using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', target);
  execute format('create policy removing on %s for delete to timbermark_server using (tenant_id = (select current_tenant()))', target);
  execute format('create policy across on %s to timbermark_worker using (true) with check (true)', target);
  perform grant_rows(target);
end
$$;

-- A table that only the worker's role may touch (sessions, ledger, directory writes): the server reads it by named grant.
create function reserve(target regclass) returns void
  language plpgsql as
$$
begin
  execute format('grant select, insert, update, delete on %s to timbermark_worker', target);
end
$$;
