-- Since when the nightly recount has found a balance that is not the sum of its entries.
alter table material_balance add column differs_since timestamptz;
create index material_balance_differing on material_balance (tenant_id, id) where differs_since is not null;
