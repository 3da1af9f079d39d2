-- Every visit and every check, by month; counts per code beside them, so that reading a count never counts rows.
create table scan_log (
  id bigint generated always as identity,
  tenant_id bigint not null,
  request_number integer not null,
  serial integer not null,
  product_id bigint,
  longitude numeric(9, 6),
  latitude numeric(8, 6),
  province text,
  city text,
  district text,
  country text,
  ip text,
  device text,
  scanned_at timestamptz not null default now(),
  primary key (id, scanned_at)
) partition by range (scanned_at);
create index scan_log_tenant on scan_log (tenant_id, scanned_at desc);
create index scan_log_code on scan_log (tenant_id, request_number, serial);
select protect('scan_log');

create table check_log (
  id bigint generated always as identity,
  tenant_id bigint not null,
  request_number integer not null,
  serial integer not null,
  product_id bigint,
  -- First and last character only: the code itself is never written down.
  given_hint text,
  genuine boolean not null,
  longitude numeric(9, 6),
  latitude numeric(8, 6),
  province text,
  city text,
  district text,
  country text,
  ip text,
  checked_at timestamptz not null default now(),
  primary key (id, checked_at)
) partition by range (checked_at);
create index check_log_tenant on check_log (tenant_id, checked_at desc);
create index check_log_code on check_log (tenant_id, request_number, serial);
select protect('check_log');

create table code_stat (
  tenant_id bigint not null,
  request_number integer not null,
  serial integer not null,
  scans integer not null default 0,
  first_scan_at timestamptz,
  checks integer not null default 0,
  first_check_at timestamptz,
  wrong_checks integer not null default 0,
  primary key (request_number, serial)
);
create index code_stat_tenant on code_stat (tenant_id, request_number);
select protect('code_stat');

-- Sums per day that statistics read instead of the logs.
create table scan_day (
  tenant_id bigint not null,
  day date not null,
  product_id bigint not null default 0,
  city text not null default '',
  scans bigint not null default 0,
  checks bigint not null default 0,
  primary key (tenant_id, day, product_id, city)
);
select protect('scan_day');

-- Makes the month's partition of both logs when it is missing.
create function ensure_log_partitions(month date) returns void
  language plpgsql security definer set search_path = public as
$$
declare
  first date := date_trunc('month', month);
  suffix text := to_char(date_trunc('month', month), 'YYYY_MM');
begin
  if to_regclass('scan_log_' || suffix) is null then
    execute format('create table %I partition of scan_log for values from (%L) to (%L)', 'scan_log_' || suffix, first, first + interval '1 month');
    execute format('create table %I partition of check_log for values from (%L) to (%L)', 'check_log_' || suffix, first, first + interval '1 month');
    perform protect(to_regclass('scan_log_' || suffix));
    perform protect(to_regclass('check_log_' || suffix));
  end if;
end
$$;
revoke execute on function ensure_log_partitions(date) from public;
grant execute on function ensure_log_partitions(date) to timbermark_worker;
select ensure_log_partitions(current_date);
select ensure_log_partitions((current_date + interval '1 month')::date);

create index dict_data_by_type on dict_data (dict_type, dict_sort);
