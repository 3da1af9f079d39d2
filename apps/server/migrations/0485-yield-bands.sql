-- The newest conversions of an enterprise teach which yields are usual (areas/stage/report/yield-bands.ts).
create index stage_record_conversions on stage_record (tenant_id, stage, happened_at desc)
  where status = 'current' and stage in ('processing', 'secondaryProcessing');
