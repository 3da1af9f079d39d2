-- What a visit was told when it scanned or checked a code, so that the same visit is counted once. `mark` is a keyed digest of
-- the visit and of what it asked: no code and no anti-counterfeit code can be read from it.
create table visit_answer (
  mark bytea primary key,
  times integer not null,
  first_at timestamptz,
  told_at timestamptz not null default now()
);
create index visit_answer_told_at on visit_answer (told_at);
select reserve('visit_answer');
