-- Tables that the platform operator has imported into the code generator, and what is to be made of each.
create table gen_table (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  -- As the catalogue calls it; the generator never reads its rows.
  schema_name text not null check (length(schema_name) <= 63),
  table_name text not null check (length(table_name) <= 63),
  table_comment text not null default '' check (length(table_comment) <= 500),
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  columns jsonb not null check (jsonb_typeof(columns) = 'array'),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint gen_table_source_key unique (tenant_id, schema_name, table_name)
);
select protect('gen_table');
