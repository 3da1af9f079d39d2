-- The list of visitors opens by when they were here last, and pages by what makes the order whole.
drop index wechat_user_last_seen;
create index wechat_user_last_seen on wechat_user (tenant_id, last_seen, id);
