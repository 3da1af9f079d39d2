-- What waits for people is counted oldest first, up to a hundred rows.
create index code_request_to_print on code_request (tenant_id, completed_at) where status = 'completed';
create index code_request_draft on code_request (tenant_id, created_at) where status = 'initialized';
create index channel_case_waiting on channel_case (tenant_id, first_at) where status = 'open';
create index channel_case_dealer on channel_case (tenant_id, dealer_id, first_at) where status = 'confirmed';
create index certification_waiting on certification (tenant_id, state, since);
create index document_expiring on document (tenant_id, valid_until) where valid_until is not null;
create index quote_waiting on quote (owner_tenant_id, quote_time) where status = 'notApplied';
-- What readers of records look for (apps/server/src/areas/stage/record/records.ts).
create index stage_record_corrected on stage_record (tenant_id, recorded_at) where version > 1 and status <> 'voided';
create index stage_record_voided on stage_record (tenant_id, recorded_at) where status = 'voided';
create index stage_record_late on stage_record (tenant_id, recorded_at)
  where version = 1 and recorded_at - happened_at > interval '7 days';
create index stage_record_unlikely on stage_record (tenant_id, recorded_at) where flags <> '[]';
create index batch_open on batch (tenant_id, id) where status in ('draft', 'active');
