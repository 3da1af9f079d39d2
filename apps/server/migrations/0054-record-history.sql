-- The public page reads the first and the last records of each stage of a batch, counts them, and pages between: all of it
-- in the order in which they happened, from one index, however long the history is. It replaces the one that began alike.
create index stage_record_history on stage_record (tenant_id, batch_id, stage, happened_at, id) where status = 'current';
drop index stage_record_batch;
