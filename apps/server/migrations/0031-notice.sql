create table notice (
  id bigint generated always as identity primary key,
  notice_title text not null check (length(notice_title) <= 50),
  -- "1" notice, "2" announcement
  notice_type text not null check (length(notice_type) <= 10),
  -- Cleaned HTML.
  notice_content text check (length(notice_content) <= 50000),
  status text not null default '0' check (status in ('0', '1')),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now()
);
create index notice_newest on notice (status, id desc);
select share('notice');

create table notice_read (
  tenant_id bigint not null references enterprise on delete cascade,
  notice_id bigint not null references notice on delete cascade,
  account_id bigint not null,
  read_at timestamptz not null default now(),
  primary key (tenant_id, notice_id, account_id),
  foreign key (tenant_id, account_id) references account (tenant_id, id) on delete cascade
);
create index notice_read_notice on notice_read (notice_id);
select protect('notice_read');
