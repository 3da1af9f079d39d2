-- Several submitted requests of an enterprise wait in a queue (state inProgress); one at a time is generated (processing).
drop index code_request_running;
create unique index code_request_generating on code_request (tenant_id) where status = 'processing';
create index code_request_submitted on code_request (tenant_id, submitted_at, id) where status in ('inProgress', 'processing');
