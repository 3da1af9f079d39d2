-- The life of labels, by ranges: a range of any length is one row, and no label is in two of them. A label in no row was only made.
create table label_state (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  request_number integer not null,
  serials int4range not null check (lower(serials) >= 0 and not isempty(serials)),
  state text not null check (state in ('delivered', 'inUse', 'spoiled', 'lost')),
  -- What the labels were before they were spoiled or lost.
  was text check (was in ('made', 'delivered', 'inUse')),
  -- The act that led to it; null for labels that were in use before acts were recorded.
  act_id bigint,
  since timestamptz not null,
  primary key (tenant_id, id),
  check ((state in ('spoiled', 'lost')) = (was is not null)),
  constraint label_state_once exclude using gist (tenant_id with =, request_number with =, serials with &&)
);
create index label_state_newest on label_state (tenant_id, since desc, id desc);

-- Every act on labels: none is changed or removed.
create table label_act (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  request_number integer not null,
  serials int4range not null check (lower(serials) >= 0 and not isempty(serials)),
  verb text not null check (verb in ('deliver', 'activate', 'spoil', 'lose', 'reinstate')),
  -- What the labels are after it.
  state text not null check (state in ('made', 'delivered', 'inUse', 'spoiled', 'lost')),
  -- What put them in use.
  cause text check (cause in ('activation', 'report', 'packing', 'certification', 'assignment')),
  reason text check (reason in ('misprint', 'damaged', 'surplus', 'destroyed', 'lost', 'stolen')),
  note text check (length(note) <= 200),
  operator text not null check (length(operator) <= 50),
  recorded_at timestamptz not null,
  created_by bigint,
  -- Secret of the closed name of the operator.
  personal_salt bytea not null check (length(personal_salt) = 16),
  primary key (tenant_id, id),
  check ((verb = 'activate') = (cause is not null)),
  check ((verb in ('spoil', 'lose')) = (reason is not null)),
  check (verb <> 'reinstate' or note is not null)
);
create index label_act_codes on label_act using gist (tenant_id, request_number, serials);

select protect('label_state');
select protect('label_act');
revoke update on label_state from timbermark_server;
revoke update, delete on label_act from timbermark_server;

alter table sealed_content drop constraint sealed_content_kind_check;
alter table sealed_content add constraint sealed_content_kind_check
  check (kind in ('enterprise', 'product', 'batch', 'request', 'mention', 'record', 'move', 'packing', 'certification', 'label'));

-- Labels that reports, packings, certifications and assignments named before this table existed are in use.
set local role timbermark_worker;
insert into label_state (tenant_id, request_number, serials, state, since)
select n.tenant_id, n.request_number, unnest(range_agg(n.serials)), 'inUse', now()
from (
  select tenant_id, request_number, serials from stage_record_code
  union all select tenant_id, request_number, serials from code_link
  union all select tenant_id, request_number, serials from certification
  union all select tenant_id, request_number, serials from code_assignment
  union all select tenant_id, parent_request, int4range(parent_serial, parent_serial + 1) from code_link
) n
join code_request r on r.tenant_id = n.tenant_id and r.request_number = n.request_number
group by n.tenant_id, n.request_number;
insert into label_state (tenant_id, request_number, serials, state, since)
select r.tenant_id, r.request_number,
  unnest(int4multirange(int4range(0, r.count)) - coalesce((
    select range_agg(s.serials) from label_state s
    where s.tenant_id = r.tenant_id and s.request_number = r.request_number), '{}')),
  'delivered', now()
from code_request r where r.status = 'downloaded' and r.request_number is not null;
reset role;

-- What an enterprise demands of its labels: `mustActivate`, that they are put in use before anything else names them. A rule
-- without a row does not hold.
create table label_rule (
  tenant_id bigint not null references enterprise on delete cascade,
  rule text not null check (rule in ('mustActivate')),
  holds boolean not null,
  primary key (tenant_id, rule)
);
select protect('label_rule');
