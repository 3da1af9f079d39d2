-- Scripts of the public page whose hash is an entry of the log, so that none is entered twice. The entries prove it; this only finds
-- them without reading the log.
create table ledger_script (
  sha256 bytea primary key check (length(sha256) = 32),
  path text not null check (path <> ''),
  -- Place of its entry
  index bigint not null check (index >= 0)
);
grant select on ledger_script to timbermark_server;
grant select, insert on ledger_script to timbermark_worker;
create trigger kept before update or delete on ledger_script for each row execute function refuse_change();
create trigger kept_whole before truncate on ledger_script execute function refuse_change();
