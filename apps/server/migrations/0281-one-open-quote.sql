-- A buyer has one open quote on a listing, which is revised; an acceptance closes the others.
alter table quote drop constraint quote_status_check;
alter table quote add constraint quote_status_check check (status in ('notApplied', 'applied', 'closed'));
-- The account of a partner (supplier, customer), who quotes for itself; 0 for the staff of the enterprise, who quote for it together.
alter table quote add column partner_id bigint not null default 0;
-- Row security would hide the rows from an owner who is no superuser.
alter table quote no force row level security;
alter table account no force row level security;
update quote q set partner_id = q.created_by from account a where a.tenant_id = q.tenant_id and a.id = q.created_by and a.user_type <> 1;
alter table account force row level security;
-- Earlier amounts of accepted quotes, and all but the newest of several open quotes of a buyer.
update quote q set status = 'closed' where q.status = 'notApplied' and exists (
  select from quote a where a.tenant_id = q.tenant_id and a.status = 'applied' and coalesce(a.first_id, a.id) = coalesce(q.first_id, q.id));
update quote q set status = 'closed' where q.status = 'notApplied' and exists (
  select from quote n where n.tenant_id = q.tenant_id and n.owner_tenant_id = q.owner_tenant_id and n.listing_id = q.listing_id
    and n.partner_id = q.partner_id
    and n.status = 'notApplied' and coalesce(n.first_id, n.id) > coalesce(q.first_id, q.id));
alter table quote force row level security;
create unique index quote_open_key on quote (tenant_id, owner_tenant_id, listing_id, partner_id) where status = 'notApplied' and revises is null;
