-- Computed work that a check has been paid with: each serves once.
create table spent_work (
  mark bytea primary key,
  expires_at timestamptz not null
);
create index spent_work_expires on spent_work (expires_at);
select reserve('spent_work');
