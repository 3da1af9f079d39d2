-- A circulation says of each of its stages whether it is required, after how many days it is expected, and who sees to it.
-- What is delivered is known by its key, whatever people call it.
alter table circulation add column steps jsonb not null default '[]', add column delivered_key text;

-- Row security would hide the rows from an owner who is no superuser.
alter table circulation no force row level security;
update circulation c
set delivered_key = case when tenant_id = 1 and name = 'full' then 'full' end,
  steps = (
  select coalesce(jsonb_agg(jsonb_build_object('stage', s.stage, 'required', true) order by s.place), '[]')
  from unnest(c.stages) with ordinality s (stage, place));
alter table circulation force row level security;

alter table circulation drop column stages;
alter table circulation add constraint circulation_delivered_key unique (tenant_id, delivered_key);

-- Which one a batch goes by, and its steps as they stood at the first report: what was judged by them stays so. The
-- circulation is the enterprise's own or the platform's, which no key of two columns can say: a rule holds it instead.
alter table batch add column circulation_id bigint, add column circulation_steps jsonb;
create index batch_circulation on batch (tenant_id, circulation_id) where circulation_id is not null;

-- What batches of a category's products go by unless another is chosen.
alter table category add column circulation_id bigint;

create index stage_record_circulation on stage_record (tenant_id, circulation_id) where circulation_id is not null;
