-- Forms of the builder: groups of fields with their labels, rules and widths.
create table form_design (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  name text not null check (length(name) <= 100),
  remark text check (length(remark) <= 200),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint form_design_name_key unique (tenant_id, name)
);
select protect('form_design');
