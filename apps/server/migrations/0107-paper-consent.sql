-- That an enterprise lets buyers open a paper, by its version; without a row it never did.
create table document_consent (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise (id) on delete cascade,
  document_id bigint not null,
  version integer not null,
  given_at timestamptz not null default now(),
  given_by bigint,
  -- Taken back: nobody is shown it any more
  ended_at timestamptz,
  ended_by bigint,
  primary key (tenant_id, id),
  constraint document_consent_version unique (tenant_id, document_id, version),
  foreign key (tenant_id, document_id) references document (tenant_id, id) on delete cascade
);
select protect('document_consent');
