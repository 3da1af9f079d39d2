-- The plot that a record names, in the version that it had then: neither can go.
create table stage_record_plot (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  record_id bigint not null,
  plot_id bigint not null,
  -- Of the plot's shape.
  version integer not null,
  -- As the report named it: the plot may get another number.
  number text not null check (length(number) <= 50),
  primary key (tenant_id, id),
  constraint stage_record_plot_record unique (tenant_id, record_id),
  foreign key (tenant_id, record_id) references stage_record (tenant_id, id) on delete cascade,
  foreign key (tenant_id, plot_id) references plot (tenant_id, id) on delete restrict
);
create index stage_record_plot_plot on stage_record_plot (tenant_id, plot_id);
select protect('stage_record_plot');
