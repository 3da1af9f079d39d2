-- Packings are sealed in spans, as certification is (docs/decisions/0060-packings-in-spans.md). What was packed before is sealed by a job.
alter table packing add column sealed boolean not null default true;
alter table packing no force row level security;
update packing set sealed = false;
alter table packing force row level security;
create index packing_unsealed on packing (tenant_id, id) where not sealed;

alter table sealed_content drop constraint sealed_content_kind_check;
alter table sealed_content add constraint sealed_content_kind_check
  check (kind in ('enterprise', 'product', 'batch', 'request', 'mention', 'record', 'move', 'packing', 'certification'));
