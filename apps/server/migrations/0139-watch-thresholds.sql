-- From where on an enterprise wants to be told of scans and checks. What has no row is the installation's (`sys.watch.*`).
create table watch_threshold (
  tenant_id bigint not null references enterprise on delete cascade,
  threshold text not null,
  value integer not null,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, threshold),
  constraint watch_threshold_value_check check (case threshold
    when 'speedKmh' then value between 200 and 5000
    when 'placesMost' then value between 1 and 50
    when 'placesDays' then value between 1 and 90
    when 'crossVisits' then value between 1 and 100
    when 'warnDays' then value between 1 and 90
    else false end)
);
select protect('watch_threshold');

-- Strangers whose every security code was wrong: told to the enterprise alone.
alter table channel_case drop constraint channel_case_kind_check;
alter table channel_case add constraint channel_case_kind_check
  check (kind in ('crossSale', 'speed', 'places', 'early', 'sold', 'rechecked', 'wrongCodes'));

-- By what a check is told to come from the browser that scanned the code before, as of scans.
alter table check_log add column device text;
