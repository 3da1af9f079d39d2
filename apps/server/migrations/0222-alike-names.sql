-- Row security lets an index serve only what cannot reveal a row to somebody who may not see it; `name_key` reveals nothing. On a
-- database of one's own the owner may not say so: there each comparison reads the names of the enterprise.
do $$
begin
  alter function name_key(text) leakproof;
exception when insufficient_privilege then
  raise notice 'names are compared without an index in this database';
end
$$;

-- Uniqueness of names that people would take for the same.
create index category_alike on category (tenant_id, name_key(name));
create index batch_alike on batch (tenant_id, name_key(batch_number));
create index dealer_level_alike on dealer_level (tenant_id, name_key(name));
create index dealer_alike on dealer (tenant_id, name_key(name));
create index customer_alike on customer (tenant_id, name_key(name));
create index supplier_alike on supplier (tenant_id, name_key(name));
create index label_layout_alike on label_layout (tenant_id, name_key(name));
create index stage_parameter_alike on stage_parameter (tenant_id, name_key(name));
create index circulation_alike on circulation (tenant_id, name_key(name));
create index role_alike on role (tenant_id, name_key(role_name));
create index post_alike on post (tenant_id, name_key(post_name));
