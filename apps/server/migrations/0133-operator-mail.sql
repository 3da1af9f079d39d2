-- What the operator is told by mail: kept until it has gone out, so that neither a crash nor a mail server that is away loses it.
create table operator_mail (
  id bigint generated always as identity primary key,
  kind text not null check (length(kind) <= 50),
  facts jsonb not null,
  ordered_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The last attempt that failed, and why (`mailFaults`).
  failed_at timestamptz,
  fault text check (length(fault) <= 20)
);
create index operator_mail_sent on operator_mail (sent_at);
select reserve('operator_mail');
