-- Wood moves between batches of one enterprise: several are merged, one is split. A transfer is never changed, only cancelled.
create table material_transfer (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  -- Its batches as they were called, and the cubic metres of all lines.
  batches text not null check (length(batches) <= 200),
  volume numeric(22, 6) not null check (volume > 0),
  happened_at timestamptz not null,
  remark text check (length(remark) <= 500),
  status text not null default 'posted' check (status in ('posted', 'cancelled')),
  -- Why it was cancelled.
  reason text check (length(reason) <= 200),
  cancelled_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (cancelled_at is null or status = 'cancelled'),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict
);
select protect('material_transfer');

-- Wood of one species and form that goes from one batch to another one.
create table material_transfer_line (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  transfer_id bigint not null,
  from_batch_id bigint not null,
  to_batch_id bigint not null,
  species text not null check (length(species) <= 50),
  form text not null check (form in ('log', 'sawn', 'product')),
  -- Cubic metres.
  volume numeric(22, 6) not null check (volume > 0),
  primary key (tenant_id, id),
  unique (tenant_id, transfer_id, from_batch_id, to_batch_id, species, form),
  check (from_batch_id <> to_batch_id),
  foreign key (tenant_id, transfer_id) references material_transfer (tenant_id, id) on delete cascade,
  foreign key (tenant_id, from_batch_id) references batch (tenant_id, id),
  foreign key (tenant_id, to_batch_id) references batch (tenant_id, id)
);
create index material_transfer_line_from on material_transfer_line (tenant_id, from_batch_id);
create index material_transfer_line_to on material_transfer_line (tenant_id, to_batch_id);
select protect('material_transfer_line');

-- An entry belongs to a record, a handover or a transfer; of a transfer it names the other batch.
alter table material_entry
  add column transfer_id bigint,
  add column other_batch_id bigint,
  drop constraint material_entry_act_check,
  add constraint material_entry_act_check check (act in ('felled', 'purchased', 'received', 'transferred', 'converted', 'lost', 'handedOver',
    'measured', 'undeclared', 'reversed')),
  drop constraint material_entry_check1,
  add constraint material_entry_origin_check check (num_nonnulls(record_id, offer_id, transfer_id) = 1),
  add constraint material_entry_transfer_check check ((transfer_id is null) = (other_batch_id is null));
create index material_entry_transfer on material_entry (tenant_id, transfer_id) where transfer_id is not null;

alter table material_balance
  drop constraint material_balance_source_check,
  add constraint material_balance_source_check check (source in ('felled', 'purchased', 'received', 'transferred', 'converted'));
