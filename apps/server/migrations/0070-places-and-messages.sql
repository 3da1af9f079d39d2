-- Browsers in which an account has signed in, by the hash of a random token that each keeps. Whoever tries passwords from
-- elsewhere uses up no try of theirs.
create table known_device (
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (tenant_id, account_id, token_hash),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
select protect('known_device');

-- What the system has to say to one person. `kind` names the phrases, `facts` fill them in.
create table message (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  kind text not null check (length(kind) <= 50),
  facts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
create index message_account on message (tenant_id, account_id, id desc);
select protect('message');
