-- What is counted or looked for over all enterprises has an index that leads to it, so that no screen reads whole tables.

-- The daily sums of one day, of all enterprises: those that are not rolled up yet.
create index scan_day_day on scan_day (day);

-- Numbers of codes, without reading the requests. What changes while codes are made is not in them.
create index code_request_made on code_request (tenant_id) include (count) where status in ('completed', 'downloaded');
create index code_request_completed on code_request (completed_at) include (count) where status in ('completed', 'downloaded');

-- Whether anything refers to a circulation of the platform, in any enterprise.
drop index batch_circulation;
create index batch_circulation on batch (circulation_id, tenant_id) where circulation_id is not null;
create index category_circulation on category (circulation_id, tenant_id) where circulation_id is not null;
drop index stage_record_circulation;
create index stage_record_circulation on stage_record (circulation_id, tenant_id) where circulation_id is not null;
