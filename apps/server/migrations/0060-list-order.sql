-- The order that each enterprise's list opens in: with it the first page of 200,000 rows needs no sort.
create index category_in_order on category (tenant_id, order_num, id);
create index role_in_order on role (tenant_id, role_sort, id);
create index post_in_order on post (tenant_id, post_sort, id);
create index dealer_level_in_order on dealer_level (tenant_id, order_num, id);
-- Searching people by name reads this instead of the rows themselves, which lie scattered over the whole table.
drop index account_created;
create index account_created on account (tenant_id, id desc) include (user_name, nick_name, user_type, dept_id, created_by, status);
