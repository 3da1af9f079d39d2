-- What a paper says of itself, and which version of it this is.
alter table document
  add column version integer not null default 1,
  add column scheme text check (scheme in ('FSC', 'OLB', 'CFCC', 'PEFC')),
  add column number text check (length(number) <= 50),
  add column holder text check (length(holder) <= 100),
  add column issuer text check (length(issuer) <= 100),
  add column valid_from date,
  add column valid_until date,
  add column species text check (length(species) <= 200),
  add column area text check (length(area) <= 200),
  add constraint document_validity_check check (valid_from <= valid_until);

-- Versions that another took the place of, as they were.
create table document_version (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise (id) on delete cascade,
  document_id bigint not null,
  version integer not null,
  name text not null,
  file text[] not null,
  -- Everything else that it said, by column
  details jsonb not null,
  replaced_by bigint,
  replaced_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint document_version_key unique (tenant_id, document_id, version),
  foreign key (tenant_id, document_id) references document (tenant_id, id) on delete restrict
);
select protect('document_version');

-- Papers that a report relied on, in the version that it relied on: none of them can go.
create table stage_record_paper (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise (id) on delete cascade,
  record_id bigint not null,
  -- Field of the form; empty for the proof of the report itself
  field text not null,
  document_id bigint not null,
  version integer not null,
  primary key (tenant_id, id),
  constraint stage_record_paper_field unique (tenant_id, record_id, field),
  foreign key (tenant_id, record_id) references stage_record (tenant_id, id) on delete cascade,
  foreign key (tenant_id, document_id) references document (tenant_id, id) on delete restrict
);
create index stage_record_paper_document on stage_record_paper (tenant_id, document_id, version);
select protect('stage_record_paper');

insert into stage_record_paper (tenant_id, record_id, field, document_id, version)
select r.tenant_id, r.id, '', d.id, 1
from stage_record r join document d on d.tenant_id = r.tenant_id and d.code = r.document_code
union all
select r.tenant_id, r.id, v.key, d.id, 1
from stage_record r cross join lateral jsonb_each(r.public_values || r.personal_values) v
join document d on d.tenant_id = r.tenant_id and d.code = v.value #>> '{}'
where jsonb_typeof(v.value) = 'string';

-- What becomes of a report whose paper was out of date on its day: asked about, or refused.
alter table stage_template add column expired_papers text not null default 'flag' check (expired_papers in ('flag', 'refuse'));
