-- An address for one download is bound by its first use: `used_at` and `client` say when and from where it was made.
alter table download_link add column used_at timestamptz;
alter table download_link add column client text;

-- What an account has uploaded within a day, kept apart from the files: removing a file gives no allowance back, and an
-- upload is entered before its bytes are written, so that uploads at the same moment see each other.
create table upload_use (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  bytes bigint not null check (bytes >= 0),
  used_at timestamptz not null default now()
);
create index upload_use_account on upload_use (tenant_id, account_id, used_at);
select protect('upload_use');
-- Row security would hide the rows from an owner who is no superuser.
alter table file_object no force row level security;
alter table upload_use no force row level security;
insert into upload_use (tenant_id, account_id, bytes, used_at)
select tenant_id, created_by, size, created_at from file_object where created_by is not null and created_at > now() - interval '1 day';
alter table file_object force row level security;
alter table upload_use force row level security;

-- The sweep of the blobs asks whether any row of any enterprise still refers to a content.
create index file_object_sha256 on file_object (sha256);
create index file_object_public_sha256 on file_object (public_sha256) where public_sha256 is not null;

-- `checks` and `first_check_at` of a code count right codes only: a stranger's wrong guess does not use up the buyer's
-- first check. Wrong ones stay counted beside them.
alter table code_stat no force row level security;
alter table check_log no force row level security;
update code_stat s set
  checks = s.checks - s.wrong_checks,
  first_check_at = case when s.checks > s.wrong_checks then coalesce(
    (select min(c.checked_at) from check_log c where c.tenant_id = s.tenant_id and c.request_number = s.request_number and c.serial = s.serial and c.genuine),
    s.first_check_at) end
where s.wrong_checks > 0;
alter table code_stat force row level security;
alter table check_log force row level security;

-- Further records that show a public file beside the one in `owner`: a file stays public as long as one of them shows it.
create table file_showing (
  tenant_id bigint not null,
  file_id text not null,
  -- As in file_object: `<table>/<id>`
  owner text not null,
  primary key (tenant_id, file_id, owner),
  foreign key (tenant_id, file_id) references file_object (tenant_id, id) on delete cascade
);
select protect('file_showing');
alter table file_object no force row level security;
alter table product no force row level security;
alter table file_showing no force row level security;
insert into file_showing (tenant_id, file_id, owner)
select distinct f.tenant_id, f.id, 'product/' || p.id
from product p cross join unnest(p.images || p.video) as shown (id)
join file_object f on f.tenant_id = p.tenant_id and f.id = shown.id
where f.is_public and f.owner <> 'product/' || p.id;
alter table file_object force row level security;
alter table product force row level security;
alter table file_showing force row level security;
