-- Every step of certification is sealed (docs/sealed-fields.md). What was done before is sealed by a job.
alter table certification_step
  -- What the name of who did it hangs on in the ledger.
  add column personal_salt bytea not null
    default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') check (length(personal_salt) = 32),
  add column sealed boolean not null default true;
alter table certification
  -- Key of the spans in which steps on these codes are told: the reviewer seals his, and may not read the request.
  add column spans_key bytea check (length(spans_key) = 32);

alter table certification_step no force row level security;
alter table certification no force row level security;
alter table code_request no force row level security;
update certification_step set sealed = false;
update certification c set spans_key = sha256('timbermark/spans'::bytea || '\x00'::bytea || r.blocks_key)
from code_request r where r.tenant_id = c.tenant_id and r.request_number = c.request_number;
alter table certification_step force row level security;
alter table certification force row level security;
alter table code_request force row level security;

create index certification_step_unsealed on certification_step (tenant_id, id) where not sealed;
grant update (sealed) on certification_step to timbermark_server;

alter table sealed_content drop constraint sealed_content_kind_check;
alter table sealed_content add constraint sealed_content_kind_check
  check (kind in ('enterprise', 'product', 'batch', 'request', 'mention', 'record', 'move', 'certification'));

-- The reviewer's result is sealed in his own transaction, among what is sealed of the codes' enterprise: of a step that names
-- him, as the reference holds, and he reads nothing there. That it was the server who queued it, the queue's authentication says.
alter table certification_step add constraint certification_step_reviewer unique (tenant_id, id, certifier_tenant_id);
alter table sealed_content
  add column reviewed_step bigint,
  add column reviewer_tenant_id bigint,
  add foreign key (tenant_id, reviewed_step, reviewer_tenant_id) references certification_step (tenant_id, id, certifier_tenant_id);
alter table ledger_queue
  add column reviewed_step bigint,
  add column reviewer_tenant_id bigint,
  add foreign key (tenant_id, reviewed_step, reviewer_tenant_id) references certification_step (tenant_id, id, certifier_tenant_id);
create policy reviewed on sealed_content for insert to timbermark_server
  with check (reviewer_tenant_id = current_tenant() and reviewed_step = row_id and kind = 'certification');
create policy reviewed on ledger_queue for insert to timbermark_server
  with check (reviewer_tenant_id = current_tenant() and reviewed_step is not null);
