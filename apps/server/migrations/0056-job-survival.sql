-- Work that a transaction wants done: noted in that very transaction, moved into the queue by any worker process. The
-- role of requests notes and never reads.
create table job_outbox (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  payload jsonb not null,
  -- The same key waits once.
  key text not null check (length(key) between 1 and 200),
  max_attempts smallint not null check (max_attempts between 1 and 25),
  queued_at timestamptz not null default now()
);
select reserve('job_outbox');
grant insert on job_outbox to timbermark_server;

-- One row for each worker that lives: what it has locked is given to others once it is silent for too long.
create table job_worker (
  -- As the queue names whoever locks a job
  id text primary key check (length(id) <= 100),
  -- Where it runs, so that whoever is at the same place sees at once that the process is gone
  machine text not null check (length(machine) <= 300),
  pid integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
select reserve('job_worker');

-- Which run of the job may write: a process that was frozen and wakes finds another's run here and writes nothing.
alter table code_request add column run uuid;
alter table division_sync add column run uuid;
