-- Sums of scans and checks that statistics read. They are made from the logs, a whole day of one enterprise at a time: counting a
-- day again is how they are kept and how they are repaired. What happens on a day marks it as due, in the transaction that logs it.
create table visit_day (
  -- 0 stands for all enterprises together.
  tenant_id bigint not null,
  day date not null,
  -- due: something happened since it was counted; counting: taken by the worker, or left behind by one that died.
  state text not null default 'due' check (state in ('due', 'counting', 'counted')),
  -- Everything before this moment is in the sums.
  counted_at timestamptz,
  took_ms integer not null default 0,
  primary key (tenant_id, day)
);
create index visit_day_open on visit_day (day) where state <> 'counted';
select protect('visit_day');

create table visit_count (
  tenant_id bigint not null,
  grain text not null check (grain in ('hour', 'day', 'month')),
  start timestamptz not null,
  -- 0 stands for all requests of the enterprise together, whatever their product.
  request_number integer not null,
  product_id bigint not null,
  scans bigint not null,
  checks bigint not null,
  wrong_checks bigint not null,
  primary key (tenant_id, grain, start, request_number, product_id)
);
create index visit_count_request on visit_count (tenant_id, request_number, grain, start);
create index visit_count_whole on visit_count (grain, start) where request_number = 0;
select protect('visit_count');

-- Only days and months: an hour in a city tells nothing.
create table visit_place (
  tenant_id bigint not null,
  grain text not null check (grain in ('day', 'month')),
  start timestamptz not null,
  request_number integer not null,
  product_id bigint not null,
  -- Empty where the reader's place is not known, or only the country is.
  country text not null,
  province text not null,
  city text not null,
  scans bigint not null,
  checks bigint not null,
  wrong_checks bigint not null,
  primary key (tenant_id, grain, start, request_number, product_id, country, province, city)
);
create index visit_place_request on visit_place (tenant_id, request_number, grain, start);
create index visit_place_product on visit_place (tenant_id, product_id, grain, start) where product_id <> 0;
create index visit_place_whole on visit_place (grain, start) where request_number = 0;
select protect('visit_place');

insert into visit_day (tenant_id, day) select distinct tenant_id, day from scan_day;

-- Reports of a period, whatever their batch, with all that statistics ask of them.
create index stage_record_happened on stage_record (tenant_id, happened_at)
  include (stage, batch_id, code_count, dept_id, created_by) where status = 'current';
