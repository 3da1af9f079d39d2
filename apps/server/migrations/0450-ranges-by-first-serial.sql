-- Row security lets no index serve the operators of ranges (see 0021). Ranges of one request that never overlap are found by their
-- first serial; these tables were read whole for each range.
alter table label_state add column first_serial integer not null generated always as (lower(serials)) stored;
create index label_state_first on label_state (tenant_id, request_number, first_serial);

create index certification_first on certification (tenant_id, request_number, first_serial);

alter table custody_handover add column first_serial integer not null generated always as (lower(serials)) stored;
create index custody_handover_first on custody_handover (tenant_id, request_number, first_serial) where stages is null;

-- A table that was never analysed is taken for two hundred requests of a row each, and the index of the exclusion for the cheaper one:
-- the first list of a new installation would read all its rows for each of them. Until the first analysis these tables are taken for
-- many rows of one request. Older servers cannot be told; there only the first list is slow.
do $$
declare
  of_table record;
begin
  if to_regproc('pg_catalog.pg_restore_attribute_stats') is null then return; end if;
  for of_table in
    select t.name, c.key from (values
      ('stage_record_code', array['tenant_id', 'request_number', 'stage']),
      ('custody_handover', array['tenant_id', 'request_number', 'stages'])) t (name, keys)
    cross join unnest(t.keys) c (key)
    where not exists (select from pg_catalog.pg_stats s where s.schemaname = current_schema() and s.tablename = t.name and s.attname = c.key)
  loop
    perform pg_catalog.pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', of_table.name,
      'relpages', 100, 'reltuples', 10000::real);
    perform pg_catalog.pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', of_table.name, 'attname', of_table.key,
      'inherited', false, 'null_frac', (of_table.key = 'stages')::int::real, 'avg_width', 8, 'n_distinct', 1::real);
  end loop;
end
$$;
