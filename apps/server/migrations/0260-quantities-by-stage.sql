-- How many items and packages the reports of a stage name, and the cubic metres that they state.
alter table stage_sum
  add column items bigint not null default 0,
  add column packages bigint not null default 0,
  add column volume numeric not null default 0;

-- What was rolled up before has none of these: it is rolled up again, batch by batch.
set local role timbermark_worker;
insert into stage_change (tenant_id, batch_id)
select distinct r.tenant_id, r.batch_id from stage_record r order by 1, 2;
reset role;
