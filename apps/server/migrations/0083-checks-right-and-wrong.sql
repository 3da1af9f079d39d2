-- A query is every try of an anti-counterfeit code that was judged, right or wrong. `checks` and `first_check_at` go on counting
-- the right ones, so that a stranger's guess does not take the first check from the buyer; beside them stands the first of all.
alter table code_stat add column first_query_at timestamptz;
update code_stat s set first_query_at = l.first
from (select tenant_id, request_number, serial, min(checked_at) as first from check_log group by 1, 2, 3) l
where l.tenant_id = s.tenant_id and l.request_number = s.request_number and l.serial = s.serial;

alter table scan_day add column wrong_checks bigint not null default 0;
update scan_day d set wrong_checks = l.n
from (select tenant_id, checked_at::date as day, coalesce(product_id, 0) as product_id, coalesce(city, '') as city, count(*) as n
      from check_log where not genuine group by 1, 2, 3, 4) l
where l.tenant_id = d.tenant_id and l.day = d.day and l.product_id = d.product_id and l.city = d.city;

alter table visit_answer add column wrong integer not null default 0, add column first_query_at timestamptz;
