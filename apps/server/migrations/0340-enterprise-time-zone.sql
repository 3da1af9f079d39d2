-- Statistics cut days at midnight of the enterprise, not at midnight of UTC.
-- An unknown zone would fail every scan of the enterprise, so the database refuses it.
alter table enterprise add column time_zone text not null default 'Asia/Shanghai' check (
  length(time_zone) <= 50 and timestamptz '2000-01-01' at time zone time_zone is not null
);

-- Marks everything that was rolled up by days of an enterprise: those days are cut anew. A log entry may move to the day before or
-- after. A neighbour that has roll-ups but no mark is final: its log entries may have been dropped.
create function mark_days_for_recount(of_tenant bigint) returns void language plpgsql as $$
begin
  insert into visit_day as v (tenant_id, day)
  select of_tenant, n.day from (
    select distinct d.day + step as day from visit_day d, generate_series(-1, 1) step where d.tenant_id = of_tenant) n
  where exists (select from visit_day m where m.tenant_id = of_tenant and m.day = n.day)
    or not exists (
      select from visit_count c where c.tenant_id = of_tenant and c.grain = 'day' and c.request_number = 0
        and c.start = n.day::timestamp at time zone 'UTC')
  order by n.day desc
  on conflict (tenant_id, day) do update set state = 'due' where v.state <> 'due';
  insert into stage_change (tenant_id, batch_id, day)
  select distinct of_tenant, r.batch_id, null::date from stage_record r where r.tenant_id = of_tenant
  union all
  select distinct of_tenant, null::bigint, s.start from stage_sum s where s.tenant_id = of_tenant and s.grain = 'day';
end $$;
select mark_days_for_recount(id) from enterprise;
