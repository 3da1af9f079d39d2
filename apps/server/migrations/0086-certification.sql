-- What is certified of an enterprise's codes, by ranges: a range of any length is one row, and no code is in two of them. Of a
-- code that stands in none nothing was said yet: it is not authorized.
create table certification (
  id bigint generated always as identity,
  -- Whose codes they are.
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  request_number integer not null,
  serials int4range not null check (lower(serials) >= 0 and not isempty(serials)),
  first_serial integer not null generated always as (lower(serials)) stored,
  state text not null check (state in ('notYetCertified', 'authorizedNotCertified', 'failed', 'authorizedFailed', 'certified')),
  -- Who was authorized to review them; null where the enterprise reviews its codes itself.
  certifier_tenant_id bigint references enterprise,
  certifier_name text check (length(certifier_name) <= 100),
  -- The step by which it came to be so.
  step_id bigint not null,
  since timestamptz not null,
  -- Account of the owner who handed them in last: he does not review them.
  submitted_by bigint,
  -- What the reviewer is told of the goods, as it was when they were handed in: he may read nothing else of the owner.
  owner_name text not null,
  product_name text not null,
  product_texts jsonb,
  batch_number text not null,
  code_type text not null,
  species text not null,
  country_code text not null,
  created_by bigint,
  primary key (tenant_id, id),
  check (certifier_tenant_id <> tenant_id),
  check ((certifier_tenant_id is null) = (certifier_name is null)),
  check (case when state in ('authorizedNotCertified', 'authorizedFailed') then certifier_tenant_id is not null
              when state in ('notYetCertified', 'failed') then certifier_tenant_id is null else true end),
  constraint certification_once exclude using gist (tenant_id with =, request_number with =, serials with &&),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict
);
create index certification_newest on certification (tenant_id, since desc, id desc);
create index certification_review on certification (certifier_tenant_id, state, since desc) where certifier_tenant_id is not null;

-- Every step: who did what, to which codes, with what result. None is changed or removed.
create table certification_step (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  request_number integer not null,
  serials int4range not null check (lower(serials) >= 0 and not isempty(serials)),
  action text not null check (action in ('submit', 'authorize', 'resubmit', 'withdraw', 'pass', 'fail')),
  -- What the codes are after it.
  state text not null check (state in ('notAuthorized', 'notYetCertified', 'authorizedNotCertified', 'failed', 'authorizedFailed', 'certified')),
  certifier_tenant_id bigint references enterprise,
  certifier_name text check (length(certifier_name) <= 100),
  -- Name of who did it, and of his enterprise: neither side may read the other's accounts.
  operator text not null check (length(operator) <= 50),
  enterprise_name text not null check (length(enterprise_name) <= 100),
  reason text check (length(reason) <= 500),
  judged_on date,
  -- Papers of the reviewer: [{code, name, file: {id, name, type, size, sha256}}]
  papers jsonb not null default '[]',
  recorded_at timestamptz not null,
  created_by bigint,
  primary key (tenant_id, id),
  check ((action in ('pass', 'fail')) = (judged_on is not null)),
  check (action not in ('fail', 'resubmit', 'withdraw') or reason is not null)
);
create index certification_step_codes on certification_step using gist (tenant_id, request_number, serials);
create index certification_step_review on certification_step (certifier_tenant_id, request_number) where certifier_tenant_id is not null;

-- The owner has his rows; whoever is authorized reads what he was authorized to review, and nothing else, and changes its
-- state: never whose it is, and never what was not given to him.
do $$
declare
  target text;
begin
  foreach target in array array['certification', 'certification_step'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    execute format('create policy own on %I to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', target);
    execute format('create policy reviewed on %I for select to timbermark_server using (certifier_tenant_id = current_tenant())', target);
    execute format('create policy across on %I to timbermark_worker using (true) with check (true)', target);
  end loop;
end
$$;
create policy reviewing on certification for insert to timbermark_server
  with check (certifier_tenant_id = current_tenant() and state in ('authorizedNotCertified', 'authorizedFailed', 'certified'));
create policy replacing on certification for delete to timbermark_server using (certifier_tenant_id = current_tenant());
create policy judging on certification_step for insert to timbermark_server
  with check (certifier_tenant_id = current_tenant() and action in ('pass', 'fail'));
grant select, insert, delete on certification to timbermark_server;
grant select, insert on certification_step to timbermark_server;
grant select, insert, update, delete on certification, certification_step to timbermark_worker;

-- Papers that a review relied on, in the version that it relied on, with the reviewer: none of them can go.
create table certification_paper (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  document_id bigint not null,
  version integer not null,
  -- The step of the enterprise whose codes were reviewed.
  owner_tenant_id bigint not null references enterprise on delete cascade,
  step_id bigint not null,
  primary key (tenant_id, id),
  constraint certification_paper_step unique (tenant_id, owner_tenant_id, step_id, document_id),
  foreign key (tenant_id, document_id) references document (tenant_id, id) on delete restrict
);
create index certification_paper_document on certification_paper (tenant_id, document_id, version);
select protect('certification_paper');
