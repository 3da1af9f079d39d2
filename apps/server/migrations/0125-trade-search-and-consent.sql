-- What listings are found by beside words: species, kind of wood, place and volume. Place and volume are worked out by the
-- database, so that no writer can forget them. Their comparisons are leakproof (text, bigint): row security lets them use an index.
alter table listing
  add column species text check (length(species) <= 10),
  add column form text check (length(form) <= 20),
  add column place text generated always as (lower(btrim(origin))) stored,
  -- Litres (cubic decimetres): of cubic metres, and of pieces whose three sizes are given. Tonnes have no volume without a density.
  add column litres bigint generated always as (
    case
      when unit = 'cubicMeter' then quantity::bigint * 1000
      -- Least passes over what is not there.
      when unit = 'root' and thickness is not null and length is not null and width is not null then least(quantity * thickness * length * width / 1000000, 9000000000000000)::bigint
    end) stored;
-- The policy that lets others read is an alternative, so that no index of what is on the shelf alone could be used.
drop index listing_on_shelf;
create index listing_kind on listing (kind, id desc);
create index listing_species on listing (kind, species, id desc);
create index listing_form on listing (kind, form, id desc);
create index listing_place on listing (kind, place, id desc);
create index listing_species_form on listing (kind, species, form, place, id desc);
create index listing_species_place on listing (kind, species, place, id desc);
create index listing_form_place on listing (kind, form, place, id desc);
create index listing_litres on listing (kind, litres);

-- The whole phone number is its own enterprise's alone. Whoever else may have it asks for it by a call that enters the log below.
create or replace view listing_shown with (security_invoker = true) as
select
  l.id, l.tenant_id, l.dept_id, l.kind, l.goods_name, l.quantity, l.unit, l.thickness, l.length, l.width, l.wood_name, l.origin,
  l.expected_price, l.publisher, case when s.own then l.contact_phone else mask_phone(l.contact_phone) end as contact_phone,
  l.remark, l.picture, l.publish_time, l.quote_count, l.status, l.reject_reason, l.held,
  l.created_by, l.created_at, l.updated_by, l.updated_at, s.own as phone_shown,
  l.species, l.form, l.place, l.litres,
  -- Whom the owner's consent reaches: an enterprise of which he accepted a quote, and the operator who audits.
  s.own or current_tenant() = 1 or current_tenant() = any (l.accepted_tenants) as phone_open
from listing l
cross join lateral (select l.tenant_id = current_tenant() as own) s;

-- Who was told the phone number of a listing: a row of the listing's owner, written by whoever is told, in the transaction
-- that tells it. No reference to the listing, which may be removed: names stand as they were.
create table phone_view (
  id bigint generated always as identity,
  -- Whose listing it is.
  tenant_id bigint not null references enterprise on delete cascade,
  listing_id bigint not null,
  goods_name text not null check (length(goods_name) <= 100),
  -- Of the listing, as they were: by them the owner's data scope counts.
  dept_id bigint,
  created_by bigint,
  viewer_tenant_id bigint not null,
  viewer_enterprise text not null check (length(viewer_enterprise) <= 100),
  viewer_user text not null check (length(viewer_user) <= 50),
  because text not null check (because in ('quoteAccepted', 'audit')),
  view_time timestamptz not null default now(),
  check (viewer_tenant_id <> tenant_id),
  primary key (tenant_id, id)
);
create index phone_view_time on phone_view (tenant_id, view_time desc, id desc);
alter table phone_view enable row level security;
alter table phone_view force row level security;
create policy reading on phone_view for select to timbermark_server using (tenant_id = current_tenant());
create policy adding on phone_view for insert to timbermark_server
  with check (viewer_tenant_id = current_tenant() and tenant_id <> current_tenant());
create policy across on phone_view to timbermark_worker using (true) with check (true);
grant select, insert on phone_view to timbermark_server;
grant select, insert, update, delete on phone_view to timbermark_worker;

-- A quote stays as it was made. Another amount is another quote that takes its place, at most one in the place of each.
alter table quote
  -- The last day on which the listing's owner can accept it (UTC); none is without end.
  add column valid_until date,
  add column revises bigint,
  add constraint quote_revises_key unique (tenant_id, revises),
  add constraint quote_revises_fkey foreign key (tenant_id, revises) references quote (tenant_id, id) on delete cascade,
  -- The first of its row of quotes.
  add column first_id bigint;
create index quote_row on quote (tenant_id, first_id);
-- It belongs to the role as which it acts: whoever migrates need not be able to do everything.
drop trigger quote_counted on quote;
set local role timbermark_worker;
drop function count_quote();
reset role;
create function count_quote() returns trigger
  language plpgsql security definer set search_path = public as
$$
begin
  update listing set quote_count = quote_count + (new.revises is null)::integer
  where id = new.listing_id and tenant_id = new.owner_tenant_id and status = 'onShelf';
  if not found then
    raise insufficient_privilege using message = 'The listing is not on the shelf';
  end if;
  return null;
end
$$;
create trigger quote_counted after insert on quote for each row execute function count_quote();
grant create on schema public to timbermark_worker;
alter function count_quote() owner to timbermark_worker;
revoke create on schema public from timbermark_worker;
