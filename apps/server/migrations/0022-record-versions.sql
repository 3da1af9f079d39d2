-- Versions of one record, for whoever asks what a record was before or after.
create index stage_record_versions on stage_record (tenant_id, first_id, version) where first_id is not null;
