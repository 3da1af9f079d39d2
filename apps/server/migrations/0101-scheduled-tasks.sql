-- When a named task runs. Only names of the program's own registry are taken; arguments are checked before they come here.
create table scheduled_task (
  id bigint generated always as identity primary key,
  job_name text not null check (length(job_name) between 1 and 64),
  job_name_texts jsonb not null default '{}' check (
    jsonb_typeof(job_name_texts) = 'object' and job_name_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(job_name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,64}$" flag "s"))')
  ),
  -- Phrase of the name that it was delivered with
  title_key text check (length(title_key) <= 100),
  job_group text not null default 'DEFAULT' check (length(job_group) <= 100),
  task text not null check (length(task) <= 50),
  task_args text check (length(task_args) <= 500),
  cron_expression text not null check (length(cron_expression) between 1 and 100),
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 50),
  misfire_policy text not null default 'once' check (misfire_policy in ('once', 'skip')),
  timeout_minutes integer not null check (timeout_minutes between 1 and 1440),
  status text not null default '0' check (status in ('0', '1')),
  built_in text not null default 'N' check (built_in in ('Y', 'N')),
  -- Nothing until the first look at it
  next_time timestamptz,
  last_time timestamptz,
  last_status text check (length(last_status) <= 20),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now()
);
-- What came with the product came once.
create unique index scheduled_task_delivered on scheduled_task (task) where built_in = 'Y';
create index scheduled_task_due on scheduled_task (next_time) where status = '0';
select share('scheduled_task');

-- One run of a task: ordered, under way, or what became of it.
create table task_run (
  id bigint generated always as identity primary key,
  -- Nothing once the schedule is gone; what was run stays told.
  job_id bigint references scheduled_task on delete restrict,
  job_name text not null check (length(job_name) between 1 and 64),
  job_name_texts jsonb not null default '{}',
  title_key text check (length(title_key) <= 100),
  job_group text not null check (length(job_group) <= 100),
  task text not null check (length(task) <= 50),
  task_args text check (length(task_args) <= 500),
  timeout_minutes integer not null check (timeout_minutes between 1 and 1440),
  trigger text not null check (trigger in ('schedule', 'late', 'hand')),
  status text not null check (status in ('queued', 'running', 'done', 'failed', 'timedOut', 'lost', 'skipped', 'missed')),
  attempts smallint not null default 0,
  -- Which attempt may write
  run uuid,
  process text check (length(process) <= 100),
  -- When it was due or ordered, and from the first attempt on when the last one began
  start_time timestamptz not null default now(),
  end_time timestamptz,
  duration bigint,
  -- Figures for the words of its result
  facts jsonb not null default '{}',
  -- Refusal that it ended with, or the words of its fault
  error_key text check (length(error_key) <= 100),
  fault text check (length(fault) <= 300),
  created_by bigint
);
-- A schedule runs once at a time.
create unique index task_run_open on task_run (job_id) where status in ('queued', 'running');
create index task_run_start on task_run (start_time desc, id desc);
create index task_run_job on task_run (job_id);
-- The platform's alone: what went wrong is told in words that enterprises need not read.
alter table task_run enable row level security;
alter table task_run force row level security;
create policy platform on task_run to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1);
create policy across on task_run to timbermark_worker using (true) with check (true);
select grant_rows('task_run');
