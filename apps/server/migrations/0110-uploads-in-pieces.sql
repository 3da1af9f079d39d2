-- A file that comes over a line that breaks: what has come of it is kept, by account and content, until it is whole. `file_id`
-- is set when it is; the pieces are gone then, and whoever asks again is told the file.
create table upload (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  account_id bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  -- How much of it is there, from its beginning
  have integer not null default 0 check (have between 0 and bytes),
  -- Row of `upload_use` by which it counts for its account
  use_id bigint not null,
  file_id text,
  begun_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint upload_content unique (tenant_id, account_id, sha256, bytes),
  foreign key (tenant_id, file_id) references file_object (tenant_id, id) on delete cascade
);
create index upload_file on upload (tenant_id, file_id);
create index upload_touched on upload (touched_at);
select protect('upload');

create table upload_piece (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  upload_id bigint not null,
  first_byte integer not null check (first_byte >= 0),
  content bytea not null check (length(content) > 0),
  primary key (tenant_id, id),
  constraint upload_piece_place unique (tenant_id, upload_id, first_byte),
  foreign key (tenant_id, upload_id) references upload (tenant_id, id) on delete cascade
);
-- Pictures do not pack any further.
alter table upload_piece alter column content set storage external;
select protect('upload_piece');
