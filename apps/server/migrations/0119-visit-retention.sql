-- The logs of scans and checks end: whole months are dropped, and what is kept says after a while no more who it was.

-- Days of which the entries have been made coarse: set once all older than the bound of the task are.
alter table visit_day add column coarse_at timestamptz;
create index visit_day_precise on visit_day (day) where coarse_at is null;

-- Drops the months of both logs that end before a day; the newest three stay whatever is asked. Whoever scans waits for no
-- longer than the lock is waited for here: a backup or an export may hold the log for hours.
create function drop_log_partitions(keep_from date) returns integer
  language plpgsql security definer set search_path = public set lock_timeout = '1s' as
$$
declare
  part regclass;
  dropped integer := 0;
begin
  if keep_from is null or keep_from > date_trunc('month', current_date) - interval '3 months' then
    raise exception 'The newest three months of the logs stay, not only those from %', keep_from;
  end if;
  perform pg_advisory_xact_lock(727202);
  for part in
    select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('scan_log'::regclass, 'check_log'::regclass)
      and c.relname ~ '^(scan|check)_log_[0-9]{4}_[0-9]{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= keep_from
    order by c.relname
  loop
    execute format('drop table %s', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
revoke execute on function drop_log_partitions(date) from public;
grant execute on function drop_log_partitions(date) to timbermark_worker;
