-- Identities of the messaging platform that sign an account in. The platform's own id of a person is kept as a keyed hash only.
-- An identity signs one account in, over all enterprises; the removal of an account frees its identities as it frees its name.
create table bound_identity (
  person_hash bytea primary key check (length(person_hash) = 32),
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  app_id text not null check (length(app_id) <= 100),
  nickname text check (length(nickname) <= 100),
  bound_at timestamptz not null default now(),
  used_at timestamptz
);
create index bound_identity_account on bound_identity (tenant_id, account_id);
select protect('bound_identity');

-- One trip of a browser to the platform's consent page. The browser holds the token in a cookie, the platform brings the state
-- back, once. Whose trip it is is not known before: these rows are the platform operator's.
create table identity_attempt (
  tenant_id bigint not null references enterprise on delete cascade check (tenant_id = 1),
  token_hash bytea not null,
  state_hash bytea not null,
  -- Page of this site to open afterwards
  path text not null check (length(path) <= 400),
  created_at timestamptz not null default now(),
  -- The state has come back: it counts no second time
  returned_at timestamptz,
  -- Null until the platform has said who it is
  person_hash bytea check (length(person_hash) = 32),
  app_id text check (length(app_id) <= 100),
  nickname text check (length(nickname) <= 100),
  primary key (tenant_id, token_hash)
);
select protect('identity_attempt');
