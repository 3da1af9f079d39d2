-- Row security compares with the tenant itself, not with a subquery about it: the planner then sees a plain comparison with
-- a value that it can know, uses it as an index condition, and a distributed database can send the statement to one shard.
-- The function stays STABLE: an immutable one would be folded into a prepared statement and show one tenant's rows to another.
create or replace function protect(target regclass) returns void
  language plpgsql as
$$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', target);
  execute format('create policy across on %s to timbermark_worker using (true) with check (true)', target);
  perform grant_rows(target);
end
$$;

create or replace function share(target regclass) returns void
  language plpgsql as
$$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy reading on %s for select to timbermark_server using (true)', target);
  execute format('create policy adding on %s for insert to timbermark_server with check (current_tenant() = 1)', target);
  execute format('create policy changing on %s for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)', target);
  execute format('create policy removing on %s for delete to timbermark_server using (current_tenant() = 1)', target);
  execute format('create policy across on %s to timbermark_worker using (true) with check (true)', target);
  perform grant_rows(target);
end
$$;

create or replace function overlay_rows(target regclass) returns void
  language plpgsql as
$$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy reading on %s for select to timbermark_server using (tenant_id in (1, current_tenant()))', target);
  execute format('create policy adding on %s for insert to timbermark_server with check (tenant_id = current_tenant())', target);
  execute format('create policy changing on %s for update to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', target);
  execute format('create policy removing on %s for delete to timbermark_server using (tenant_id = current_tenant())', target);
  execute format('create policy across on %s to timbermark_worker using (true) with check (true)', target);
  perform grant_rows(target);
end
$$;

-- An enterprise whose quote was accepted goes on reading the listing: noted in the listing itself, by its owner, in the
-- transaction that accepts, so that no policy has to look into another table.
alter table listing add column accepted_tenants bigint[] not null default '{}';
-- Row security would hide the rows from an owner who is no superuser.
alter table listing no force row level security;
alter table quote no force row level security;
update listing l set accepted_tenants = a.tenants
from (select owner_tenant_id, listing_id, array_agg(distinct tenant_id) as tenants from quote where status = 'applied' group by 1, 2) a
where l.tenant_id = a.owner_tenant_id and l.id = a.listing_id;
alter table listing force row level security;
alter table quote force row level security;
alter policy reading on listing using (
  tenant_id = current_tenant()
  or current_tenant() = 1
  or (status = 'onShelf' and current_tenant() is not null)
  or current_tenant() = any (accepted_tenants)
);
-- As before, with the same note in place of the look into the quotes.
create or replace view listing_shown with (security_invoker = true) as
select
  l.id, l.tenant_id, l.dept_id, l.kind, l.goods_name, l.quantity, l.unit, l.thickness, l.length, l.width, l.wood_name, l.origin,
  l.expected_price, l.publisher, case when s.phone then l.contact_phone else mask_phone(l.contact_phone) end as contact_phone,
  l.remark, l.picture, l.publish_time, l.quote_count, l.status, l.reject_reason, l.held,
  l.created_by, l.created_at, l.updated_by, l.updated_at, s.phone as phone_shown
from listing l
cross join lateral (
  select l.tenant_id = current_tenant() or current_tenant() = 1 or current_tenant() = any (l.accepted_tenants) as phone
) s;

do $$
declare
  found record;
  subquery constant text := '( SELECT current_tenant() AS current_tenant)';
begin
  for found in
    select tablename, policyname, replace(qual, subquery, 'current_tenant()') as qual, replace(with_check, subquery, 'current_tenant()') as with_check
    from pg_policies where schemaname = 'public' and position(subquery in coalesce(qual, '') || coalesce(with_check, '')) > 0
  loop
    execute format('alter policy %I on %I', found.policyname, found.tablename)
      || coalesce(' using (' || found.qual || ')', '') || coalesce(' with check (' || found.with_check || ')', '');
  end loop;
end
$$;
