-- Row security lets no index serve the operators of ranges (see 0021). Ranges of one request that never overlap are found by their
-- first serial; these tables were read whole for each range.
alter table label_state add column first_serial integer not null generated always as (lower(serials)) stored;
create index label_state_first on label_state (tenant_id, request_number, first_serial);

create index certification_first on certification (tenant_id, request_number, first_serial);

alter table custody_handover add column first_serial integer not null generated always as (lower(serials)) stored;
create index custody_handover_first on custody_handover (tenant_id, request_number, first_serial) where stages is null;
