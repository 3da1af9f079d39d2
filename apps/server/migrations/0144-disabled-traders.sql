-- Whether an enterprise is disabled is kept in what it offers and in its quotes, in the transaction that disables or enables it:
-- policies and statements of the market then ask the row alone, and no function has to look into another table for them.
alter table listing add column of_disabled boolean not null default false;
alter table quote
  -- Of the enterprise that made it, of the one whose listing it is on.
  add column maker_disabled boolean not null default false,
  add column owner_disabled boolean not null default false;
-- Row security would hide the rows from an owner who is no superuser.
alter table enterprise no force row level security;
alter table listing no force row level security;
alter table quote no force row level security;
update listing set of_disabled = true where tenant_id in (select id from enterprise where status = '1');
update quote set maker_disabled = true where tenant_id in (select id from enterprise where status = '1');
update quote set owner_disabled = true where owner_tenant_id in (select id from enterprise where status = '1');
alter table enterprise force row level security;
alter table listing force row level security;
alter table quote force row level security;

alter policy reading on listing using (
  tenant_id = current_tenant()
  or current_tenant() = 1
  or (status = 'onShelf' and not of_disabled and current_tenant() is not null)
  -- Who has an agreement goes on seeing what it is about.
  or current_tenant() = any (accepted_tenants)
);

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
  l.of_disabled,
  l.revision
from listing l
cross join lateral (
  select l.tenant_id = current_tenant() as own, current_tenant() = any (l.accepted_tenants) as accepted,
    current_tenant() = any (l.phone_closed_to) as closed
) s;

-- A listing whose enterprise was disabled meanwhile takes no quote either, whatever the quoting transaction still saw.
grant create on schema public to timbermark_worker;
set local role timbermark_worker;
create or replace function count_quote() returns trigger
  language plpgsql security definer set search_path = public as
$$
begin
  update listing set quote_count = quote_count + (new.revises is null)::integer
  where id = new.listing_id and tenant_id = new.owner_tenant_id and status = 'onShelf' and not of_disabled;
  if not found then
    raise insufficient_privilege using message = 'The listing is not on the shelf';
  end if;
  return null;
end
$$;
drop function disabled_enterprises();
reset role;
revoke create on schema public from timbermark_worker;
drop index enterprise_disabled;
