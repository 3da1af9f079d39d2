-- Entries of version 2: the log holds commitments, and what was committed to is kept beside the rows it speaks of
-- (docs/decisions/0023-sealed-entries.md). What was published in the form of version 1 can be read by anybody and cannot be
-- recalled, so a log that began in it is not gone on with.
do $$
begin
  if exists (select from ledger_leaf) or exists (select from ledger_queue) or exists (select from ledger_checkpoint where size > 0) then
    raise exception 'This database holds a ledger of version 1, which tells strangers what it seals. It cannot be gone on with: start anew with an empty DATA_DIR (and MEMORY_DIR), or stay with the version that made it'
      using errcode = 'TM001';
  end if;
end
$$;

drop table ledger_queue;
drop table ledger_leaf;
-- The head of an empty log does not name the index.
delete from ledger_checkpoint;

create function refuse_change() returns trigger
  language plpgsql as
$$
begin
  raise exception 'What was sealed is never changed or removed (%)', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Contents of entries waiting for their place: written in the transaction that makes them true, taken in order by the one
-- sequencer, which refuses what does not bear the server's own authentication.
create table ledger_queue (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  subject bytea not null check (length(subject) = 32),
  content bytea not null check (length(content) = 32),
  -- HMAC over tenant, subject and content; its key is derived from the master key, which is not in the database
  mac bytea not null check (length(mac) = 32),
  queued_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index ledger_queue_order on ledger_queue (id);
create index ledger_queue_subject on ledger_queue (tenant_id, subject);
alter table ledger_queue enable row level security;
alter table ledger_queue force row level security;
create policy adding on ledger_queue for insert to timbermark_server with check (tenant_id = current_tenant());
create policy reading on ledger_queue for select to timbermark_server using (tenant_id = current_tenant());
create policy across on ledger_queue to timbermark_worker using (true) with check (true);
grant select, insert on ledger_queue to timbermark_server;
grant select, insert, delete on ledger_queue to timbermark_worker;

-- What somebody who is not the server put into the queue, or put there again.
create table ledger_refused (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  subject bytea not null,
  content bytea not null,
  mac bytea not null,
  why text not null check (why in ('mac', 'again')),
  queued_at timestamptz not null,
  refused_at timestamptz not null default now()
);
grant select, insert on ledger_refused to timbermark_worker;

-- The log itself. What is looked for is computed from the text that is hashed, so that nothing beside it can say otherwise.
create table ledger_entry (
  index bigint primary key check (index >= 0),
  text text not null,
  -- Leaf hash (RFC 6962)
  hash bytea not null check (length(hash) = 32),
  subject text generated always as (text::jsonb ->> 'subject') stored,
  seq bigint generated always as ((text::jsonb ->> 'seq')::bigint) stored,
  content text generated always as (text::jsonb ->> 'content') stored,
  appended_at timestamptz not null default now(),
  unique (subject, seq),
  unique (content)
);
-- Public by nature: it tells nobody anything; only the sequencer writes.
grant select on ledger_entry to timbermark_server;
grant select, insert on ledger_entry to timbermark_worker;
create trigger kept before update or delete on ledger_entry for each row execute function refuse_change();
create trigger kept_whole before truncate on ledger_entry execute function refuse_change();
create trigger kept before update or delete on ledger_checkpoint for each row execute function refuse_change();
create trigger kept_whole before truncate on ledger_checkpoint execute function refuse_change();
create trigger kept before update or delete on ledger_break for each row execute function refuse_change();
create trigger kept_whole before truncate on ledger_break execute function refuse_change();

-- A tile only grows.
create function refuse_other_tile() returns trigger
  language plpgsql as
$$
begin
  if new.level <> old.level or new.index <> old.index or new.width < old.width
    or substring(new.hashes from 1 for length(old.hashes)) <> old.hashes then
    raise exception 'A tile of the ledger only grows' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger grows before update on ledger_tile for each row execute function refuse_other_tile();
create trigger kept before delete on ledger_tile for each row execute function refuse_change();
create trigger kept_whole before truncate on ledger_tile execute function refuse_change();

-- The index from subject to newest entry, as it stands under the newest checkpoint: 16 places a page, by the hexadecimal
-- digits that its subjects begin with.
create table ledger_index_page (
  prefix text primary key check (prefix ~ '^[0-9a-f]{0,63}$'),
  page bytea not null
);
grant select on ledger_index_page to timbermark_server;
grant select, insert, update on ledger_index_page to timbermark_worker;

-- What stands behind the digests of entries, as it stood when it was sealed.
create table sealed_content (
  id bigint generated always as identity,
  tenant_id bigint not null references enterprise on delete cascade,
  digest bytea not null check (length(digest) = 32),
  -- The same as entries write it
  content text generated always as (translate(encode(digest, 'base64'), '+/=', '-_')) stored,
  kind text not null check (kind in ('enterprise', 'product', 'batch', 'request', 'mention', 'record')),
  -- Id of the row that it speaks of, in the table of its kind (mention: stage_record)
  row_id bigint not null,
  -- Canonical JSON objects, value by field: what whoever holds a code may see, and what he may not
  open text not null,
  withheld text not null,
  -- Digests of personal fields by name; what opens them is kept with the record and can be forgotten
  personal text not null,
  -- Salts are derived from it
  secret bytea not null check (length(secret) = 32),
  sealed_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, digest)
);
create index sealed_content_content on sealed_content (content);
create index sealed_content_row on sealed_content (tenant_id, kind, row_id, id);
alter table sealed_content enable row level security;
alter table sealed_content force row level security;
create policy tenant on sealed_content to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy across on sealed_content to timbermark_worker using (true) with check (true);
grant select, insert on sealed_content to timbermark_server, timbermark_worker;

-- Random bytes under which the log speaks of a row; none until it is sealed for the first time.
alter table enterprise add column subject bytea check (length(subject) = 32);
alter table product add column subject bytea check (length(subject) = 32);
alter table batch
  add column subject bytea check (length(subject) = 32),
  add column records_subject bytea check (length(records_subject) = 32);
-- Key of the subjects of blocks of codes.
alter table code_request
  add column blocks_key bytea check (length(blocks_key) = 32),
  drop column manifest_leaf;
-- Why a sealed fact says something else than before.
alter table product add column change_reason text check (length(change_reason) <= 200);
alter table batch add column change_reason text check (length(change_reason) <= 200);
-- Without it the personal fields of a record are closed for ever.
alter table stage_record alter column personal_salt drop not null;
