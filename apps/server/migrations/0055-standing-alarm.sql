-- Alarms of the whole installation: whichever process finds one, every process tells of it.
create table standing_alarm (
  key text primary key check (length(key) <= 50),
  -- Figures for its words
  detail jsonb not null,
  since timestamptz not null,
  seen_at timestamptz not null
);
select reserve('standing_alarm');
grant select on standing_alarm to timbermark_server;
