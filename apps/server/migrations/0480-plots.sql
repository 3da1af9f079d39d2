-- Land that wood comes from.
create table plot (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  name text not null check (length(name) <= 100),
  number text check (length(number) <= 50),
  country text not null check (length(country) = 2),
  producer text check (length(producer) <= 200),
  place text check (length(place) <= 200),
  kind text not null check (kind in ('point', 'polygon')),
  -- GeoJSON, longitude first, six decimals.
  geometry text not null check (length(geometry) <= 400000),
  declared_area numeric check (declared_area > 0),
  area numeric check (area >= 0),
  positions integer not null check (positions > 0),
  -- Around the shape, for the search of overlaps; set right after the row is added.
  box box,
  overlap_count integer not null default 0 check (overlap_count >= 0),
  version integer not null default 1,
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint plot_number_key unique (tenant_id, number),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict
);
create index plot_created on plot (tenant_id, created_at desc, id desc);
-- Across enterprises: row security would keep this index from being used, so that overlaps are looked for by the other role.
create index plot_box on plot using gist (box);
select protect('plot');

-- Shapes that another took the place of.
create table plot_version (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  plot_id bigint not null,
  version integer not null,
  geometry text not null,
  area numeric,
  positions integer not null,
  replaced_by bigint,
  replaced_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint plot_version_key unique (tenant_id, plot_id, version),
  foreign key (tenant_id, plot_id) references plot (tenant_id, id) on delete cascade
);
select protect('plot_version');

-- What a plot overlaps: a plot of the same enterprise (a row for each of the two), or of another one, which is not named.
create table plot_overlap (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  plot_id bigint not null,
  other_id bigint,
  -- Hectares in common; empty for a point.
  area numeric,
  primary key (tenant_id, id),
  constraint plot_overlap_key unique nulls not distinct (tenant_id, plot_id, other_id),
  foreign key (tenant_id, plot_id) references plot (tenant_id, id) on delete cascade,
  foreign key (tenant_id, other_id) references plot (tenant_id, id) on delete cascade
);
create index plot_overlap_other on plot_overlap (tenant_id, other_id);
select protect('plot_overlap');
