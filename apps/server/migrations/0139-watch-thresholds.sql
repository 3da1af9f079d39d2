-- From where on an enterprise wants to be told of scans and checks. What is null is the installation's (`sys.watch.*`).
create table watch_threshold (
  tenant_id bigint primary key references enterprise on delete cascade,
  speed_kmh integer check (speed_kmh between 200 and 5000),
  places_most integer check (places_most between 1 and 50),
  places_days integer check (places_days between 1 and 90),
  cross_visits integer check (cross_visits between 1 and 100),
  warn_days integer check (warn_days between 1 and 90),
  updated_by bigint,
  updated_at timestamptz not null default now()
);
select protect('watch_threshold');

-- Strangers whose every security code was wrong: told to the enterprise alone.
alter table channel_case drop constraint channel_case_kind_check;
alter table channel_case add constraint channel_case_kind_check
  check (kind in ('crossSale', 'speed', 'places', 'early', 'sold', 'rechecked', 'wrongCodes'));

-- By what a check is told to come from the browser that scanned the code before, as of scans.
alter table check_log add column device text;
