-- Sums of what the stages reported, which statistics read. What is reported, corrected or withdrawn leaves a mark in the transaction
-- that does it; the worker takes marks and counts the days that they concern anew. Marks are only added, so that nobody who
-- reports waits for another.
create table stage_change (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  -- The batch whose steps may have changed; null where a day alone is doubted.
  batch_id bigint,
  -- The day of what was reported; null stands for all days of the batch.
  day date,
  primary key (tenant_id, id),
  check (batch_id is not null or day is not null)
);
select protect('stage_change');

-- When each batch first reported each stage, by its current reports, and how long after the stage before.
create table stage_step (
  tenant_id bigint not null references enterprise on delete cascade,
  batch_id bigint not null,
  stage text not null,
  first_at timestamptz not null,
  -- Since the stage that the batch had reported before; null where there is none.
  seconds bigint,
  primary key (tenant_id, batch_id, stage)
);
create index stage_step_first on stage_step (tenant_id, first_at);
select protect('stage_step');

create table stage_sum (
  -- 0 stands for all enterprises together.
  tenant_id bigint not null,
  grain text not null check (grain in ('day', 'month')),
  start date not null,
  -- 0 stands for all products together.
  product_id bigint not null,
  stage text not null,
  reports bigint not null,
  codes bigint not null,
  -- Batches that came to the stage.
  batches bigint not null,
  -- Of them those that had reported a stage before, and how long they took in all, and the longest.
  steps bigint not null,
  seconds numeric not null,
  longest bigint not null,
  -- Of reports that say what went in and what came out, m³.
  input numeric not null,
  output numeric not null,
  primary key (tenant_id, grain, start, product_id, stage)
);
create index stage_sum_product on stage_sum (tenant_id, product_id, grain, start);
select protect('stage_sum');

-- How many batches took how long, in tenths of a day: from these the middle is found.
create table stage_time (
  tenant_id bigint not null,
  grain text not null check (grain in ('day', 'month')),
  start date not null,
  product_id bigint not null,
  stage text not null,
  tenths integer not null,
  steps bigint not null,
  primary key (tenant_id, grain, start, product_id, stage, tenths)
);
create index stage_time_product on stage_time (tenant_id, product_id, grain, start);
select protect('stage_time');

insert into stage_change (tenant_id, batch_id) select distinct tenant_id, batch_id from stage_record;
