-- A process that may not migrate still has to see which migrations were applied: a schema that is older or newer than its
-- version ends its start.
grant select on schema_migration to timbermark_worker;
