-- Each server process as it last told of itself, so that whoever asks one sees all.
create table server_process (
  id uuid primary key,
  machine text not null check (length(machine) <= 100),
  pid integer not null,
  web boolean not null,
  worker boolean not null,
  version text not null check (length(version) <= 50),
  node text not null check (length(node) <= 50),
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- Figures of the moment: processor, memory, disk, event loop, caches, slow statements
  figures jsonb not null
);
select reserve('server_process');

-- The figures of a day, one row a minute and process.
create table server_sample (
  at timestamptz not null default now(),
  process uuid not null,
  figures jsonb not null,
  primary key (process, at)
);
create index server_sample_at on server_sample (at);
select reserve('server_sample');

-- When somebody last told every process to empty a cache.
create table cache_clear (
  name text primary key check (length(name) <= 50),
  cleared_at timestamptz not null
);
select reserve('cache_clear');

-- Alarms of which the operator was told, so that each is told once while it stands.
create table alarm_told (
  key text primary key check (length(key) <= 50),
  told_at timestamptz not null default now()
);
select reserve('alarm_told');
