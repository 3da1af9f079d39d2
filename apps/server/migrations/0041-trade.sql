-- The timber trade: the one place where enterprises read each other's rows. Who reads what is said here, by row, so that
-- no query can forget it.
create table listing (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  kind text not null check (kind in ('supply', 'purchase')),
  goods_name text not null check (length(goods_name) <= 100),
  quantity integer not null check (quantity > 0),
  unit text not null check (unit in ('cubicMeter', 'ton', 'root')),
  -- Millimetres.
  thickness numeric(10, 3) check (thickness > 0),
  length numeric(10, 3) check (length > 0),
  width numeric(10, 3) check (width > 0),
  wood_name text check (length(wood_name) <= 100),
  origin text check (length(origin) <= 100),
  -- Yuan.
  expected_price numeric(15, 2) not null check (expected_price > 0),
  publisher text not null check (length(publisher) <= 100),
  contact_phone text not null check (length(contact_phone) <= 20),
  remark text not null check (length(remark) <= 200),
  picture text[] not null default '{}',
  publish_time timestamptz not null default now(),
  quote_count integer not null default 0,
  status text not null default 'pending' check (status in ('pending', 'onShelf', 'offShelf', 'rejected')),
  reject_reason text check (length(reject_reason) <= 200),
  -- Taken off the shelf by the platform operator: only a new audit brings it back.
  held boolean not null default false,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict
);
create index listing_on_shelf on listing (kind, id desc) where status = 'onShelf';
create index listing_pending on listing (id) where status = 'pending';

create table quote (
  id bigint generated always as identity primary key,
  -- Who quotes.
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  -- Whose listing it is.
  owner_tenant_id bigint not null references enterprise on delete cascade,
  listing_id bigint not null,
  -- Neither side may read the other's accounts, so names stand here as they were.
  goods_name text not null check (length(goods_name) <= 100),
  quote_user text not null check (length(quote_user) <= 50),
  quote_enterprise text not null check (length(quote_enterprise) <= 100),
  -- Yuan.
  price numeric(15, 2) not null check (price > 0),
  quote_time timestamptz not null default now(),
  status text not null default 'notApplied' check (status in ('notApplied', 'applied')),
  last_updater text not null check (length(last_updater) <= 50),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  check (tenant_id <> owner_tenant_id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (owner_tenant_id, listing_id) references listing (tenant_id, id) on delete cascade
);
create index quote_made on quote (tenant_id, listing_id);
create index quote_received on quote (owner_tenant_id, listing_id);

-- A quote is read by the two enterprises it is between. Made by one, about a listing of another; once made it stays what
-- it is: the listing's owner may only accept it (the columns he may write), nobody removes it.
alter table quote enable row level security;
alter table quote force row level security;
create policy reading on quote for select to timbermark_server
  using (tenant_id = (select current_tenant()) or owner_tenant_id = (select current_tenant()));
create policy adding on quote for insert to timbermark_server
  with check (tenant_id = (select current_tenant()) and owner_tenant_id <> (select current_tenant()) and status = 'notApplied');
create policy accepting on quote for update to timbermark_server
  using (owner_tenant_id = (select current_tenant())) with check (owner_tenant_id = (select current_tenant()));
create policy across on quote to timbermark_worker using (true) with check (true);
grant select, insert on quote to timbermark_server;
grant update (status, last_updater, updated_by, updated_at) on quote to timbermark_server;
grant select, insert, update, delete on quote to timbermark_worker;

-- A listing is read by its own enterprise in any state; by the platform operator (tenant 1), who audits it; by every
-- other enterprise while it is on the shelf; and by whoever had a quote on it accepted, also afterwards. Outside an
-- enterprise (no tenant) nobody reads one. Its own enterprise writes it; the operator changes its state. Which columns
-- the operator changes is the server's part (areas/trade), rows are the database's.
alter table listing enable row level security;
alter table listing force row level security;
create policy reading on listing for select to timbermark_server
  using (
    tenant_id = (select current_tenant())
    or (select current_tenant()) = 1
    or (status = 'onShelf' and (select current_tenant()) is not null)
    or exists (select from quote q where q.tenant_id = (select current_tenant()) and q.listing_id = listing.id and q.status = 'applied')
  );
create policy adding on listing for insert to timbermark_server with check (tenant_id = (select current_tenant()));
create policy changing on listing for update to timbermark_server
  using (tenant_id = (select current_tenant()) or (select current_tenant()) = 1)
  with check (tenant_id = (select current_tenant()) or (select current_tenant()) = 1);
create policy removing on listing for delete to timbermark_server using (tenant_id = (select current_tenant()));
create policy across on listing to timbermark_worker using (true) with check (true);
select grant_rows('listing');

create function mask_phone(phone text) returns text
  language sql immutable parallel safe
  return case when length(phone) >= 9 then left(phone, 3) || '****' || right(phone, 2) else left(phone, 2) || '****' end;

-- A listing as its reader may see it: the phone number is whole for its own enterprise, for the operator, and for whoever
-- had a quote accepted. Row security is the reader's own (security_invoker).
create view listing_shown with (security_invoker = true) as
select
  l.id, l.tenant_id, l.dept_id, l.kind, l.goods_name, l.quantity, l.unit, l.thickness, l.length, l.width, l.wood_name, l.origin,
  l.expected_price, l.publisher, case when s.phone then l.contact_phone else mask_phone(l.contact_phone) end as contact_phone,
  l.remark, l.picture, l.publish_time, l.quote_count, l.status, l.reject_reason, l.held,
  l.created_by, l.created_at, l.updated_by, l.updated_at, s.phone as phone_shown
from listing l
cross join lateral (
  select l.tenant_id = current_tenant() or current_tenant() = 1
    or exists (select from quote q where q.tenant_id = current_tenant() and q.listing_id = l.id and q.status = 'applied') as phone
) s;
grant select on listing_shown to timbermark_server, timbermark_worker;

-- The quoting enterprise cannot write the listing, so the count is kept by the database; and a listing that left the
-- shelf meanwhile takes no quote, whatever the quoting transaction still saw.
create function count_quote() returns trigger
  language plpgsql security definer set search_path = public as
$$
begin
  update listing set quote_count = quote_count + 1 where id = new.listing_id and tenant_id = new.owner_tenant_id and status = 'onShelf';
  if not found then
    raise insufficient_privilege using message = 'The listing is not on the shelf';
  end if;
  return null;
end
$$;
create trigger quote_counted after insert on quote for each row execute function count_quote();

-- Pictures are everybody's to see exactly while the listing is on the shelf, whoever put it there.
create function show_pictures() returns trigger
  language plpgsql security definer set search_path = public as
$$
begin
  if new.status = 'onShelf' then
    update file_object set is_public = true where tenant_id = new.tenant_id and id = any(new.picture);
  else
    update file_object set is_public = false where tenant_id = new.tenant_id and owner = 'listing/' || new.id;
  end if;
  return null;
end
$$;
create trigger listing_pictures after update of status on listing for each row
  when (old.status is distinct from new.status and 'onShelf' in (old.status, new.status)) execute function show_pictures();

-- What is told of a file that anybody may see, whoever asks.
create function public_files(ids text[]) returns table (id text, name text, type text, size bigint)
  language sql stable security definer set search_path = public
  begin atomic
    select f.id, f.name, f.type, f.size from file_object f where f.id = any(ids) and f.is_public;
  end;

-- These act as the worker's role: it passes row security by its own policy, and owns nothing else.
grant create on schema public to timbermark_worker;
alter function count_quote() owner to timbermark_worker;
alter function show_pictures() owner to timbermark_worker;
alter function public_files(text[]) owner to timbermark_worker;
revoke create on schema public from timbermark_worker;
revoke execute on function public_files(text[]) from public;
grant execute on function public_files(text[]) to timbermark_server, timbermark_worker;
