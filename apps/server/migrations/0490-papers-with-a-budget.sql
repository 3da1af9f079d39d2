-- Papers that cover a quantity of wood: reports draw on them, each stage by itself.
alter table document
  add column covered_volume numeric(18, 6) check (covered_volume > 0),
  add column covered_pieces int check (covered_pieces > 0);
alter table stage_template
  add column overdrawn_papers text not null default 'refuse' check (overdrawn_papers in ('flag', 'refuse'));

-- What the current records of a stage draw on a paper. The row is locked by who draws.
create table document_total (
  tenant_id bigint not null references enterprise on delete cascade,
  document_id bigint not null,
  stage text not null,
  volume numeric(22, 6) not null default 0,
  pieces numeric(18, 0) not null default 0,
  -- Null until it is counted from the records.
  counted_at timestamptz,
  primary key (tenant_id, document_id, stage),
  foreign key (tenant_id, document_id) references document (tenant_id, id) on delete cascade
);
select protect('document_total');
