-- Who packed, unpacked or repacked what, and when. A wrong packing is not deleted: a later one takes the codes out again.
create table packing (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  dept_id bigint,
  action text not null check (action in ('pack', 'unpack', 'repack')),
  -- What codes went into, or came out of. Null when they came out of several.
  parent_request integer,
  parent_serial integer check (parent_serial >= 0),
  code_count integer not null check (code_count > 0),
  -- Of a stage report the record says it, where it can be forgotten.
  operator text check (length(operator) <= 50),
  happened_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  reason text check (length(reason) <= 200),
  -- The stage report that packed: then that report is what is sealed.
  record_id bigint,
  -- What the operator's sealed name hangs on.
  personal_salt bytea check (length(personal_salt) = 16),
  created_by bigint,
  primary key (tenant_id, id),
  check ((operator is null) = (record_id is not null)),
  check ((personal_salt is null) = (record_id is not null)),
  check ((parent_request is null) = (parent_serial is null)),
  check (action = 'unpack' or parent_request is not null),
  foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
  foreign key (tenant_id, record_id) references stage_record (tenant_id, id) on delete cascade
);
create index packing_newest on packing (tenant_id, recorded_at desc, id desc);
create index packing_parent on packing (tenant_id, parent_request, parent_serial);
select protect('packing');

insert into packing (tenant_id, dept_id, action, parent_request, parent_serial, code_count, operator, happened_at, recorded_at, record_id, created_by)
select r.tenant_id, r.dept_id, 'pack', l.parent_request, l.parent_serial, l.n, null, r.happened_at, r.recorded_at, r.id, r.created_by
from (
  select tenant_id, record_id, parent_request, parent_serial, sum(upper(serials) - lower(serials)) as n
  from code_link where record_id is not null group by 1, 2, 3, 4) l
join stage_record r on r.tenant_id = l.tenant_id and r.id = l.record_id
order by r.recorded_at, r.id;

-- From when to when a code was in a container: a link ends, it is not removed. A code is in one place at a time, in the past too.
alter table code_link add column packing_id bigint;
alter table code_link add column ended_by bigint;
alter table code_link add column during tstzrange not null default tstzrange(now(), null);
alter table code_link add column current boolean not null generated always as (upper_inf(during)) stored;
update code_link l set during = tstzrange(coalesce(p.happened_at, l.created_at), null), packing_id = p.id
from code_link o left join packing p on p.tenant_id = o.tenant_id and p.record_id = o.record_id
where l.tenant_id = o.tenant_id and l.id = o.id;
alter table code_link add foreign key (tenant_id, packing_id) references packing (tenant_id, id) on delete cascade;
alter table code_link add foreign key (tenant_id, ended_by) references packing (tenant_id, id);
alter table code_link drop constraint code_link_once;
alter table code_link add constraint code_link_once
  exclude using gist (tenant_id with =, request_number with =, serials with &&, during with &&);
drop index code_link_first;
drop index code_link_parent;
create index code_link_parent on code_link (tenant_id, parent_request, parent_serial) where current;
create index code_link_first on code_link (tenant_id, request_number, first_serial) where current;
create index code_link_packing on code_link (tenant_id, packing_id);
create index code_link_ended on code_link (tenant_id, ended_by) where ended_by is not null;
create index code_link_record on code_link (tenant_id, record_id) where record_id is not null;

alter table sealed_content drop constraint sealed_content_kind_check;
alter table sealed_content add constraint sealed_content_kind_check
  check (kind in ('enterprise', 'product', 'batch', 'request', 'mention', 'record', 'move'));
