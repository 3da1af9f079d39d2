-- People known from the messaging platform, kept for the platform operator. Its own id of a person is kept as a keyed
-- hash only. Empty until the messaging platform is connected.
create table wechat_user (
  id bigint generated always as identity primary key,
  tenant_id bigint not null default 1 references enterprise check (tenant_id = 1),
  openid_hash bytea not null check (length(openid_hash) = 32),
  nickname text check (length(nickname) <= 100),
  avatar text check (length(avatar) <= 500),
  first_seen timestamptz not null default now(),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  constraint wechat_user_openid_key unique (tenant_id, openid_hash)
);
select protect('wechat_user');
