-- Counts what was written of a store, by its dealer or by the enterprise: buyers are shown the version that the enterprise has read.
alter table store add column revision integer not null default 1;
