-- Running sums of the volumes and pieces that the reports of a batch state, which the plausibility check compares. Counting them
-- from the records at each report takes as long as the batch has records.
create table stage_total (
  tenant_id bigint not null references enterprise on delete cascade,
  batch_id bigint not null,
  stage text not null,
  field text not null,
  total numeric,
  -- When it was counted from the records; each report and correction adds to it since. Null: the total counts for nothing yet.
  counted_at timestamptz,
  primary key (tenant_id, batch_id, stage, field),
  foreign key (tenant_id, batch_id) references batch (tenant_id, id) on delete cascade
);
select protect('stage_total');
