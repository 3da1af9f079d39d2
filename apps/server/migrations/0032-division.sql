-- Administrative divisions: provinces, cities, districts. `city_id` is the official six-digit code, `parent_id` that of the
-- division above (0 above a province).
create table division (
  id bigint generated always as identity primary key,
  city_id integer not null check (city_id between 100000 and 999999),
  short_name text not null check (length(short_name) <= 50),
  full_name text not null check (length(full_name) <= 100),
  level smallint not null check (level between 1 and 3),
  parent_id integer not null default 0,
  longitude numeric(9, 6) check (longitude between -180 and 180),
  latitude numeric(8, 6) check (latitude between -90 and 90),
  -- Rows that people added are not replaced by a refresh.
  source text not null default 'manual' check (source in ('shipped', 'service', 'manual')),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  constraint division_city_id_key unique (city_id)
);
create index division_parent on division (parent_id, city_id);
select share('division');

create table division_sync (
  id bigint generated always as identity primary key,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer not null default 0,
  -- Refusal key of what went wrong.
  error text,
  created_by bigint,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
-- One refresh at a time.
create unique index division_sync_open on division_sync ((true)) where status in ('queued', 'running');
select share('division_sync');
