-- A version of a stage's form that records were made with stays as it is; what replaces it is named here. The replaced
-- one is no longer offered, but still taken from phones that composed a report with it offline.
alter table stage_template
  add column category text check (category in ('forest', 'factory', 'port', 'customs', 'endProduct')),
  add column superseded_by bigint,
  add foreign key (tenant_id, superseded_by) references stage_template (tenant_id, id);
create index stage_record_template on stage_record (template_id);

-- Records of every enterprise count when it is the platform's template; only whether there is one is told.
create function stage_template_used(template bigint) returns boolean
  language sql stable security definer set search_path = public
  begin atomic
    select exists (select from stage_record r where r.template_id = template);
  end;
grant create on schema public to timbermark_worker;
alter function stage_template_used(bigint) owner to timbermark_worker;
revoke create on schema public from timbermark_worker;
revoke execute on function stage_template_used(bigint) from public;
grant execute on function stage_template_used(bigint) to timbermark_server, timbermark_worker;

-- Values that pre-fill a stage's form: the platform's own (tenant 1) and an enterprise's.
create table stage_parameter (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  stage text not null,
  name text not null check (length(name) <= 50),
  preset jsonb not null default '{}',
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint stage_parameter_name_key unique (tenant_id, name)
);
create index stage_parameter_stage on stage_parameter (tenant_id, stage);
select overlay_rows('stage_parameter');
