-- Volumes that add up: the accounts of wood of each batch. An entry is never changed; what was wrong is reversed by another one.
create table material_balance (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  batch_id bigint not null,
  -- Code of the dictionary of species.
  species text not null check (length(species) <= 50),
  form text not null check (form in ('log', 'sawn', 'product', 'residue')),
  -- Cubic metres. Nobody uses wood that is not there.
  volume numeric(22, 6) not null default 0 check (volume >= 0),
  -- All that came in from a reported source, and all that went out.
  volume_in numeric(22, 6) not null default 0 check (volume_in >= 0),
  volume_out numeric(22, 6) not null default 0 check (volume_out >= 0),
  -- Difference between measures of the same wood.
  measured numeric(22, 6) not null default 0,
  -- Used without a reported source.
  undeclared numeric(22, 6) not null default 0 check (undeclared >= 0),
  -- Which kind of source its wood is from. What is reported by another source later is the same wood.
  source text check (source in ('felled', 'purchased', 'received', 'converted')),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, batch_id, species, form),
  check (volume = volume_in - volume_out + measured + undeclared),
  foreign key (tenant_id, batch_id) references batch (tenant_id, id) on delete cascade
);
select protect('material_balance');

create table material_entry (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  batch_id bigint not null,
  species text not null check (length(species) <= 50),
  form text not null check (form in ('log', 'sawn', 'product', 'residue')),
  act text not null check (act in ('felled', 'purchased', 'received', 'converted', 'lost', 'handedOver', 'measured', 'undeclared', 'reversed')),
  -- Of an entry that takes another one back: the act of that one.
  reversed_act text check ((reversed_act is not null) = (act = 'reversed')),
  -- Above zero in, below zero out.
  volume numeric(22, 6) not null check (volume <> 0),
  stage text,
  -- The version of the record that posted it; null for a handover.
  record_id bigint,
  -- The handover that posted it, and the other enterprise as it was called.
  offer_id bigint,
  partner text check (length(partner) <= 100),
  happened_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  created_by bigint,
  primary key (tenant_id, id),
  check ((record_id is null) = (offer_id is not null)),
  foreign key (tenant_id, batch_id) references batch (tenant_id, id) on delete cascade
);
create index material_entry_batch on material_entry (tenant_id, batch_id, id desc);
create index material_entry_record on material_entry (tenant_id, record_id) where record_id is not null;
select protect('material_entry');
