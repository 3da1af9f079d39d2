-- A holder of goods lets another enterprise report single stages about them: customs, a port, a shipping line, an inspector. The goods
-- stay with their holder.
create table custody_invitation (
  id bigint generated always as identity,
  -- Who holds the goods and invites.
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  partner_tenant_id bigint not null references enterprise on delete cascade,
  -- Neither side may read the other's records, so these stand here as they were.
  goods text not null check (length(goods) <= 200),
  holder text not null check (length(holder) <= 100),
  partner text not null check (length(partner) <= 100),
  product jsonb not null,
  batch_number text not null check (length(batch_number) <= 50),
  codes integer not null check (codes > 0),
  stages text[] not null check (cardinality(stages) between 1 and 18),
  -- Last day (UTC) on which something may happen that the partner reports.
  until_on date not null,
  note text check (length(note) <= 500),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'revoked')),
  reason text check (length(reason) <= 200),
  invited_at timestamptz not null default now(),
  settled_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (tenant_id <> partner_tenant_id),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict
);
create index custody_invitation_id on custody_invitation (id);
create index custody_invitation_received on custody_invitation (partner_tenant_id, id desc);

-- Read by the two enterprises that it is between; the partner declines it, the holder withdraws and revokes it, and nobody removes it.
-- Acceptance writes in both enterprises: the worker's role does it.
alter table custody_invitation enable row level security;
alter table custody_invitation force row level security;
create policy reading on custody_invitation for select to timbermark_server
  using (tenant_id = current_tenant() or partner_tenant_id = current_tenant());
create policy adding on custody_invitation for insert to timbermark_server
  with check (tenant_id = current_tenant() and partner_tenant_id <> current_tenant() and status = 'open');
create policy settling on custody_invitation for update to timbermark_server
  using (tenant_id = current_tenant() or partner_tenant_id = current_tenant())
  with check ((tenant_id = current_tenant() and status in ('withdrawn', 'revoked'))
    or (partner_tenant_id = current_tenant() and status = 'declined'));
create policy across on custody_invitation to timbermark_worker using (true) with check (true);
grant select, insert on custody_invitation to timbermark_server;
grant update (status, reason, settled_at, updated_by, updated_at) on custody_invitation to timbermark_server;
grant select, insert, update, delete on custody_invitation to timbermark_worker;

-- The codes of an invitation, by ranges.
create table custody_invitation_range (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  partner_tenant_id bigint not null references enterprise on delete cascade,
  invitation_id bigint not null,
  request_number integer not null,
  serials int4range not null check (lower(serials) >= 0 and not isempty(serials)),
  primary key (tenant_id, id),
  foreign key (tenant_id, invitation_id) references custody_invitation (tenant_id, id) on delete cascade
);
create index custody_invitation_range_of on custody_invitation_range (tenant_id, invitation_id);
create index custody_invitation_range_codes on custody_invitation_range (request_number);
alter table custody_invitation_range enable row level security;
alter table custody_invitation_range force row level security;
create policy reading on custody_invitation_range for select to timbermark_server
  using (tenant_id = current_tenant() or partner_tenant_id = current_tenant());
create policy adding on custody_invitation_range for insert to timbermark_server
  with check (tenant_id = current_tenant() and partner_tenant_id <> current_tenant());
create policy across on custody_invitation_range to timbermark_worker using (true) with check (true);
grant select, insert on custody_invitation_range to timbermark_server;
grant select, insert, update, delete on custody_invitation_range to timbermark_worker;

-- An accepted invitation opens the codes to the partner as a handover does, but custody stays: `stages` are those that it may report.
alter table custody_handover alter column offer_id drop not null;
alter table custody_handover add column invitation_id bigint;
alter table custody_handover add column stages text[] check (cardinality(stages) between 1 and 18);
alter table custody_handover add constraint custody_handover_cause
  check ((offer_id is null) = (stages is not null) and (invitation_id is null) = (stages is null));
alter table custody_handover add foreign key (tenant_id, invitation_id) references custody_invitation (tenant_id, id) on delete cascade;
alter table custody_handover drop constraint custody_handover_once;
alter table custody_handover add constraint custody_handover_once
  exclude using gist (tenant_id with =, request_number with =, serials with &&) where (stages is null);
create index custody_handover_invited on custody_handover using gist (tenant_id, request_number, serials) where (stages is not null);
create index custody_handover_invitation on custody_handover (tenant_id, invitation_id);

alter table code_request drop constraint code_request_origin_check;
alter table code_request add constraint code_request_origin_check check (origin in ('own', 'foreign', 'received', 'invited'));
