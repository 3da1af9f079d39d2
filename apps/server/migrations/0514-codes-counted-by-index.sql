-- Numbers of codes are counted (`isCounted`) from the index alone, without reading the requests: also since origins decide what counts.
drop index code_request_made;
drop index code_request_completed;
create index code_request_made on code_request (tenant_id) include (count)
  where status in ('completed', 'downloaded') and origin in ('own', 'foreign');
create index code_request_completed on code_request (completed_at) include (count)
  where status in ('completed', 'downloaded') and origin in ('own', 'foreign');
