-- How to undo what an account has just done: its rows before the change, and as the change left them. An entry serves for a
-- minute; its content goes when it was used, and an hour later at the next change of the enterprise.
create table reversal (
  tenant_id bigint not null references enterprise on delete cascade,
  id bigint generated always as identity,
  account_id bigint not null,
  entity text not null check (length(entity) <= 60),
  verb text not null check (length(verb) <= 40),
  -- Checked again when the change is undone.
  permission text not null check (length(permission) <= 120),
  changes jsonb not null,
  -- How many rows were undone; answered again to a repeated call.
  rows integer not null default 0,
  expires_at timestamptz not null default now() + interval '60 seconds',
  undone_at timestamptz,
  primary key (tenant_id, id)
);
create index reversal_expires on reversal (expires_at);
select protect('reversal');
