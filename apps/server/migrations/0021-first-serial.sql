-- Which range holds a serial? The operators of ranges may not be used by an index under row security (they are not
-- leakproof), comparisons of integers may. Ranges of one request never overlap, so that the last one that begins at or
-- below a serial is the only one that can hold it.
alter table code_link add column first_serial integer not null generated always as (lower(serials)) stored;
create index code_link_first on code_link (tenant_id, request_number, first_serial);

alter table stage_record_code add column first_serial integer not null generated always as (lower(serials)) stored;
create index stage_record_code_first on stage_record_code (tenant_id, stage, request_number, first_serial) where current;
