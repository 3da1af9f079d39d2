-- What a disabled enterprise offers is nobody's to find or to quote on until it is enabled again. Asked once by a statement and
-- not of each row, so that what a search costs stays what it was: few enterprises are disabled.
create index enterprise_disabled on enterprise (id) where status = '1';
create function disabled_enterprises() returns bigint[]
  language sql stable parallel safe security definer set search_path = public
  begin atomic
    select coalesce(array_agg(e.id), '{}') from enterprise e where e.status = '1';
  end;
-- It acts as the worker's role, which passes row security by its own policy.
grant create on schema public to timbermark_worker;
alter function disabled_enterprises() owner to timbermark_worker;
revoke create on schema public from timbermark_worker;
revoke execute on function disabled_enterprises() from public;
grant execute on function disabled_enterprises() to timbermark_server, timbermark_worker;

alter policy reading on listing using (
  tenant_id = current_tenant()
  or current_tenant() = 1
  or (status = 'onShelf' and current_tenant() is not null and not tenant_id = any ((select disabled_enterprises())::bigint[]))
  -- Who has an agreement goes on seeing what it is about.
  or current_tenant() = any (accepted_tenants)
);

-- Counts what the listing's enterprise wrote: an approval is of the version that was read.
alter table listing add column revision integer not null default 1;

-- Of the operator's enterprise those people audit who hold the right, which the server knows; to the database it is a trader like
-- any other. What the view says of consent is what quotes gave.
create or replace view listing_shown with (security_invoker = true) as
select
  l.id, l.tenant_id, l.dept_id, l.kind, l.goods_name, l.quantity, l.unit, l.thickness, l.length, l.width, l.wood_name, l.origin,
  l.expected_price, l.publisher, case when s.own then l.contact_phone else mask_phone(l.contact_phone) end as contact_phone,
  l.remark, l.picture, l.publish_time, l.quote_count, l.status, l.reject_reason, l.held,
  l.created_by, l.created_at, l.updated_by, l.updated_at, s.own as phone_shown,
  l.species, l.form, l.place, l.litres,
  -- Whom the owner's consent reaches: an enterprise of which he accepted a quote while he has not taken it back.
  s.own or (s.accepted and not s.closed) as phone_open,
  -- Which product it is is its own enterprise's to know; others are told what is public of it.
  case when s.own then l.product_id end as product_id,
  l.product_id is not null as of_product,
  s.accepted and s.closed as phone_closed,
  l.tenant_id = any ((select disabled_enterprises())::bigint[]) as of_disabled,
  l.revision
from listing l
cross join lateral (
  select l.tenant_id = current_tenant() as own, current_tenant() = any (l.accepted_tenants) as accepted,
    current_tenant() = any (l.phone_closed_to) as closed
) s;
