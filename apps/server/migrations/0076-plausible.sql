-- What of a report was unlikely and said to be true all the same: [{rule, field, params, reason}], in the order of the rules.
alter table stage_record add column flags jsonb not null default '[]';
create index stage_record_flagged on stage_record (tenant_id, id desc) where flags <> '[]';
