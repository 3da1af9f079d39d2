-- Flows of wood read the entries of a period.
create index material_entry_time on material_entry (tenant_id, happened_at);
-- Home and the warnings count wood without a source.
create index material_balance_undeclared on material_balance (tenant_id) where undeclared > 0;
