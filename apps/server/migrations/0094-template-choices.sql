-- What an enterprise makes of a form of the platform for itself: whether it is shown, and where. By its name, so that the
-- form's next versions are meant too.
create table stage_template_choice (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  name text not null check (length(name) <= 50),
  visible text not null check (visible in ('0', '1')),
  order_num integer not null check (order_num between 0 and 9999),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint stage_template_choice_key unique (tenant_id, name)
);
select protect('stage_template_choice');
