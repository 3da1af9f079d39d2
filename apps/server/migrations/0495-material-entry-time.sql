-- Flows of wood read the entries of a period.
create index material_entry_time on material_entry (tenant_id, happened_at);
