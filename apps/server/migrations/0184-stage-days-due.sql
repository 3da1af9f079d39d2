-- Days whose roll-up of the stages of all enterprises together must be computed again: once for all enterprises that changed, not
-- once for each of them.
create table stage_day_due (day date primary key);
select reserve('stage_day_due');

-- The sums of all products of a day, of every enterprise.
create index stage_sum_whole on stage_sum (grain, start) where product_id = 0;
create index stage_time_whole on stage_time (grain, start) where product_id = 0;
