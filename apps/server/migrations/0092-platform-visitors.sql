-- Whether readers of the public page inside the messaging platform's browser are asked who they are; the operator's to say.
alter table wechat_account add column sign_in boolean not null default false;

-- People known from the messaging platform are forgotten when they stay away.
alter table wechat_user add column last_seen timestamptz not null default now();
alter table wechat_user add column visits integer not null default 1 check (visits > 0);
create index wechat_user_last_seen on wechat_user (tenant_id, last_seen);
