-- Which reminders of an open offer were sent, so that none is sent twice.
alter table custody_offer add column reminded text[] not null default '{}'
  check (reminded <@ array['ending', 'expired', 'week', 'month']);

-- A line of words names the two enterprises as its offer does: nobody writes about an offer of others.
alter table custody_offer add constraint custody_offer_sides unique (tenant_id, id, receiver_tenant_id);

-- What the two enterprises of an accepted offer say in a dispute. Lines are only added; the state of a dispute is that of its
-- last line.
create table custody_dispute_line (
  id bigint generated always as identity,
  -- Of the offer: who handed the goods over.
  tenant_id bigint not null references enterprise on delete cascade,
  receiver_tenant_id bigint not null references enterprise on delete cascade,
  offer_id bigint not null,
  -- From 1 within the offer, without a gap: of two lines that are written at once, one is refused.
  number integer not null check (number > 0),
  -- From 1 within the offer.
  dispute integer not null check (dispute > 0),
  side text not null check (side in ('giver', 'receiver')),
  kind text not null check (kind in ('opened', 'answered', 'proposed', 'agreed', 'takenBack')),
  -- Number of the proposal that stands, or that was agreed to; null on the line of a proposal itself.
  proposal integer check (proposal < number),
  text text check (length(text) <= 1000),
  operator text not null check (length(operator) <= 50),
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint custody_dispute_line_number unique (tenant_id, offer_id, number),
  check (text is not null or kind in ('agreed', 'takenBack')),
  check (kind not in ('opened', 'proposed') or proposal is null),
  check (kind <> 'agreed' or proposal is not null),
  foreign key (tenant_id, offer_id, receiver_tenant_id) references custody_offer (tenant_id, id, receiver_tenant_id) on delete cascade
);
create unique index custody_dispute_line_opened on custody_dispute_line (tenant_id, offer_id, dispute) where kind = 'opened';
create unique index custody_dispute_line_settled on custody_dispute_line (tenant_id, offer_id, dispute)
  where kind in ('agreed', 'takenBack');
create index custody_dispute_line_received on custody_dispute_line (receiver_tenant_id, offer_id);

-- Read by the two enterprises; each writes its own words, and nobody changes or removes them.
alter table custody_dispute_line enable row level security;
alter table custody_dispute_line force row level security;
create policy reading on custody_dispute_line for select to timbermark_server
  using (tenant_id = current_tenant() or receiver_tenant_id = current_tenant());
create policy adding on custody_dispute_line for insert to timbermark_server
  with check ((tenant_id = current_tenant() and side = 'giver') or (receiver_tenant_id = current_tenant() and side = 'receiver'));
create policy across on custody_dispute_line for select to timbermark_worker using (true);
grant select, insert on custody_dispute_line to timbermark_server;
grant select on custody_dispute_line to timbermark_worker;
