-- A second factor by time (RFC 6238). The secret is sealed by the enterprise's key of this version.
create table second_factor (
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  sealed bytea not null,
  key_version integer not null,
  -- Null while it is being set up: it is asked for only after its first right code
  confirmed_at timestamptz,
  -- The step of the last code that was taken: each is good once
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
select protect('second_factor');

-- Each opens the second door once; kept as keyed hashes.
create table recovery_code (
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, account_id, code_hash),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
select protect('recovery_code');

-- Somebody who knew the password and still owes the second factor. It is no session: it opens nothing but that question.
create table half_session (
  tenant_id bigint not null references enterprise on delete cascade,
  token_hash bytea not null,
  account_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
select protect('half_session');

-- Whoever holds such a role does nothing before he has set up a second factor.
alter table role add column second_factor boolean not null default false;
