-- When somebody was last reminded of an open case.
alter table channel_case add column reminded_at timestamptz;
create index channel_case_open on channel_case (tenant_id, updated_at) where status = 'open';
