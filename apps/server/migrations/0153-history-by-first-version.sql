-- Records of the same moment stand in the order of their first versions, by which readers know them and the ledger names them: one
-- that is corrected keeps its place.
drop index stage_record_history;
create index stage_record_history on stage_record (tenant_id, batch_id, stage, happened_at, (coalesce(first_id, id))) where status = 'current';
