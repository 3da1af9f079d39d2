-- Wrong tries fade: `wrong` is what weighed at `since`, and halves from there on.
drop index check_limit_until;
alter table check_limit alter column wrong type double precision, drop column until, add column since timestamptz not null default now();
create index check_limit_since on check_limit (since);

-- A visit is counted as soon as the page is there; a position that its reader shares afterwards goes to the same entry of the log.
alter table visit_answer add column entry bigint, add column placed boolean not null default true;
