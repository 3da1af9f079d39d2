-- Goods change hands. An offer is between two enterprises; accepted, it makes one handover per range of codes.
create table custody_offer (
  id bigint generated always as identity,
  -- Who holds the goods and offers them.
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  receiver_tenant_id bigint not null references enterprise on delete cascade,
  -- Neither side may read the other's records, so these stand here as they were.
  goods text not null check (length(goods) <= 200),
  giver text not null check (length(giver) <= 100),
  receiver text not null check (length(receiver) <= 100),
  product jsonb not null,
  batch_number text not null check (length(batch_number) <= 50),
  codes integer not null check (codes > 0),
  accepted_codes integer check (accepted_codes between 1 and codes),
  -- Cubic metres and kilograms.
  volume numeric(12, 3) check (volume >= 0),
  weight numeric(15, 3) check (weight >= 0),
  delivery_note text check (length(delivery_note) <= 50),
  place text check (length(place) <= 100),
  terms text check (length(terms) <= 500),
  expires_on date,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  reason text check (length(reason) <= 200),
  received_volume numeric(12, 3) check (received_volume >= 0),
  received_weight numeric(15, 3) check (received_weight >= 0),
  difference text check (length(difference) <= 200),
  offered_at timestamptz not null default now(),
  settled_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (tenant_id <> receiver_tenant_id),
  check (status = 'accepted' or accepted_codes is null),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict
);
create index custody_offer_id on custody_offer (id);
create index custody_offer_received on custody_offer (receiver_tenant_id, id desc);
create index custody_offer_waiting on custody_offer (receiver_tenant_id, offered_at) where status = 'open';

-- Read by the two enterprises that it is between; the receiver declines it, the holder withdraws it, and nobody removes it.
-- Acceptance writes in both enterprises: the worker's role does it.
alter table custody_offer enable row level security;
alter table custody_offer force row level security;
create policy reading on custody_offer for select to timbermark_server
  using (tenant_id = current_tenant() or receiver_tenant_id = current_tenant());
create policy adding on custody_offer for insert to timbermark_server
  with check (tenant_id = current_tenant() and receiver_tenant_id <> current_tenant() and status = 'open');
create policy settling on custody_offer for update to timbermark_server
  using (tenant_id = current_tenant() or receiver_tenant_id = current_tenant())
  with check ((tenant_id = current_tenant() and status = 'withdrawn') or (receiver_tenant_id = current_tenant() and status = 'declined'));
create policy across on custody_offer to timbermark_worker using (true) with check (true);
grant select, insert on custody_offer to timbermark_server;
grant update (status, reason, settled_at, updated_by, updated_at) on custody_offer to timbermark_server;
grant select, insert, update, delete on custody_offer to timbermark_worker;

-- The codes of an offer, by ranges.
create table custody_offer_range (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  receiver_tenant_id bigint not null references enterprise on delete cascade,
  offer_id bigint not null,
  request_number integer not null,
  serials int4range not null check (lower(serials) >= 0 and not isempty(serials)),
  primary key (tenant_id, id),
  foreign key (tenant_id, offer_id) references custody_offer (tenant_id, id) on delete cascade
);
create index custody_offer_range_offer on custody_offer_range (tenant_id, offer_id);
alter table custody_offer_range enable row level security;
alter table custody_offer_range force row level security;
create policy reading on custody_offer_range for select to timbermark_server
  using (tenant_id = current_tenant() or receiver_tenant_id = current_tenant());
create policy adding on custody_offer_range for insert to timbermark_server
  with check (tenant_id = current_tenant() and receiver_tenant_id <> current_tenant());
create policy across on custody_offer_range to timbermark_worker using (true) with check (true);
grant select, insert on custody_offer_range to timbermark_server;
grant select, insert, update, delete on custody_offer_range to timbermark_worker;

-- Custody of codes that has passed to another enterprise. The receiver reports about the goods in a request of its own, whose
-- serials follow these in order; what is printed on the goods stays. A code is handed on once: what the receiver hands on, it
-- hands on from its own request.
create table custody_handover (
  id bigint generated always as identity,
  -- Who handed the codes over.
  tenant_id bigint not null references enterprise on delete cascade,
  offer_id bigint not null,
  request_number integer not null,
  serials int4range not null check (lower(serials) >= 0 and not isempty(serials)),
  receiver_tenant_id bigint not null references enterprise on delete cascade,
  received_request integer not null,
  -- Serial of the first of these codes in the receiver's request.
  received_first integer not null check (received_first >= 0),
  handed_at timestamptz not null,
  operator text not null check (length(operator) <= 50),
  -- Secret of the closed name of the operator.
  personal_salt bytea not null check (length(personal_salt) = 16),
  primary key (tenant_id, id),
  check (tenant_id <> receiver_tenant_id),
  foreign key (tenant_id, offer_id) references custody_offer (tenant_id, id) on delete cascade,
  constraint custody_handover_once exclude using gist (tenant_id with =, request_number with =, serials with &&)
);
create index custody_handover_codes on custody_handover (request_number);
create index custody_handover_received on custody_handover (receiver_tenant_id, received_request, received_first);
create index custody_handover_offer on custody_handover (tenant_id, offer_id);
alter table custody_handover enable row level security;
alter table custody_handover force row level security;
create policy reading on custody_handover for select to timbermark_server
  using (tenant_id = current_tenant() or receiver_tenant_id = current_tenant());
create policy across on custody_handover to timbermark_worker using (true) with check (true);
grant select on custody_handover to timbermark_server;
grant select, insert, update, delete on custody_handover to timbermark_worker;

alter table code_request drop constraint code_request_origin_check;
alter table code_request add constraint code_request_origin_check check (origin in ('own', 'foreign', 'received'));
alter table code_request drop constraint code_request_count_check;
alter table code_request add constraint code_request_count_check check (
  case origin
    when 'own' then count between 10000 and 20000000 and count % 10000 = 0
    when 'foreign' then count between 0 and 10000
    else count between 1 and 20000000 end);

-- What earlier holders of received goods had reported when they were taken over: the receiver goes on from there.
alter table batch add column received_stages text[] not null default '{}';

-- Whether some codes of the request have been handed to another enterprise: the others need no look-up of their holder.
create or replace view code_directory as
  select r.request_number, r.tenant_id, r.id as request_id, r.count, r.key_version, r.key_salt, r.code_format, r.code_rule, r.security_length,
         r.code_type, r.status, r.origin, e.identification, e.name as enterprise_name, e.status as enterprise_status,
         exists (select from custody_handover h where h.tenant_id = r.tenant_id and h.request_number = r.request_number) as handed_on
  from code_request r join enterprise e on e.id = r.tenant_id;
alter view code_directory set (security_invoker = true);

alter table label_act drop constraint label_act_cause_check;
alter table label_act add constraint label_act_cause_check
  check (cause in ('activation', 'report', 'packing', 'certification', 'assignment', 'custody'));

alter table sealed_content drop constraint sealed_content_kind_check;
alter table sealed_content add constraint sealed_content_kind_check
  check (kind in ('enterprise', 'product', 'batch', 'request', 'mention', 'record', 'move', 'packing', 'certification', 'label', 'custody'));
