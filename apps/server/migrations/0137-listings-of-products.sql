-- A listing may be of one of its enterprise's own products.
alter table listing
  add column product_id bigint,
  -- Enterprises of which a quote was accepted, from which the owner has taken back his consent to tell them the phone number.
  add column phone_closed_to bigint[] not null default '{}';
alter table listing add foreign key (tenant_id, product_id) references product (tenant_id, id) on delete restrict;
create index listing_product on listing (tenant_id, product_id, id desc) where product_id is not null;

create or replace view listing_shown with (security_invoker = true) as
select
  l.id, l.tenant_id, l.dept_id, l.kind, l.goods_name, l.quantity, l.unit, l.thickness, l.length, l.width, l.wood_name, l.origin,
  l.expected_price, l.publisher, case when s.own then l.contact_phone else mask_phone(l.contact_phone) end as contact_phone,
  l.remark, l.picture, l.publish_time, l.quote_count, l.status, l.reject_reason, l.held,
  l.created_by, l.created_at, l.updated_by, l.updated_at, s.own as phone_shown,
  l.species, l.form, l.place, l.litres,
  -- Whom the owner's consent reaches: an enterprise of which he accepted a quote while he has not taken it back, and the
  -- operator who audits.
  s.own or current_tenant() = 1 or (s.accepted and not s.closed) as phone_open,
  -- Which product it is is its own enterprise's to know; others are told what is public of it.
  case when s.own then l.product_id end as product_id,
  l.product_id is not null as of_product,
  s.accepted and s.closed as phone_closed
from listing l
cross join lateral (
  select l.tenant_id = current_tenant() as own, current_tenant() = any (l.accepted_tenants) as accepted,
    current_tenant() = any (l.phone_closed_to) as closed
) s;

-- A customer may sell on: shown to buyers as a place of sale, when the enterprise says so of it, of the codes of its dealer,
-- or of those that no dealer has when the enterprise serves it itself.
alter table customer
  add column dealer_id bigint,
  add column shown boolean,
  add constraint customer_shown_check check (not coalesce(shown, false) or address is not null);
alter table customer add foreign key (tenant_id, dealer_id) references dealer (tenant_id, id) on delete restrict;
create index customer_dealer on customer (tenant_id, dealer_id);
