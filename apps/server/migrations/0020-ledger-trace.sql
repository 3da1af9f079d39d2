-- A leaf that no entry bundle can hold (C2SP tlog-tiles: its length is written in 16 bits) must not block the queue.
alter table ledger_queue add constraint ledger_queue_leaf_size check (octet_length(leaf) <= 65535);

-- Wrong anti-counterfeit codes within a day, per code, per client, and per code and client: `bucket` says which. A window
-- begins with the first wrong try and ends when it ends, wherever the clock is moved meanwhile.
create table check_limit (
  bucket text primary key check (length(bucket) <= 100),
  wrong integer not null,
  until timestamptz not null
);
create index check_limit_until on check_limit (until);
select reserve('check_limit');

-- Makes the month's partition of both logs when it is missing; two processes may ask at the same moment.
create or replace function ensure_log_partitions(month date) returns void
  language plpgsql security definer set search_path = public as
$$
declare
  first date := date_trunc('month', month);
  suffix text := to_char(date_trunc('month', month), 'YYYY_MM');
begin
  perform pg_advisory_xact_lock(727202);
  if to_regclass('scan_log_' || suffix) is null then
    execute format('create table %I partition of scan_log for values from (%L) to (%L)', 'scan_log_' || suffix, first, first + interval '1 month');
    execute format('create table %I partition of check_log for values from (%L) to (%L)', 'check_log_' || suffix, first, first + interval '1 month');
    perform protect(to_regclass('scan_log_' || suffix));
    perform protect(to_regclass('check_log_' || suffix));
  end if;
end
$$;
