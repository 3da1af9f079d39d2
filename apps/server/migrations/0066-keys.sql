-- Changing keys (docs/decisions/0025-changing-keys.md).

-- Verifier keys that the log has had under former master keys, and its first one under the present: their seeds are gone.
create table ledger_key (
  epoch integer primary key check (epoch > 0),
  -- Signed-note form, `name+id+base64`
  verifier_key text not null,
  -- HMAC over epoch and key; its own key is derived from the master key, which is not in the database
  mac bytea not null check (length(mac) = 32)
);
-- Public like the log; only the commands write.
grant select on ledger_key to timbermark_server;
grant select, insert, update on ledger_key to timbermark_worker;

-- Where the log goes on under a new name and key because its key was changed; nothing was lost.
create table ledger_key_change (
  -- The epoch that begins here
  epoch integer primary key check (epoch > 1),
  at timestamptz not null,
  reason text not null check (length(reason) between 1 and 500),
  -- The last head under the former name and key; its last entry names the new key
  former_origin text not null,
  size bigint not null check (size > 0),
  root bytea not null check (length(root) = 32)
);
grant select on ledger_key_change to timbermark_server;
grant select, insert on ledger_key_change to timbermark_worker;

create function refuse_other_key() returns trigger
  language plpgsql as
$$
begin
  if new.epoch <> old.epoch or new.verifier_key <> old.verifier_key then
    raise exception 'A key of the ledger stays what it was' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger same_key before update on ledger_key for each row execute function refuse_other_key();
create trigger kept before delete on ledger_key for each row execute function refuse_change();
create trigger kept_whole before truncate on ledger_key execute function refuse_change();
create trigger kept before update or delete on ledger_key_change for each row execute function refuse_change();
create trigger kept_whole before truncate on ledger_key_change execute function refuse_change();
