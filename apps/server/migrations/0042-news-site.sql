-- Market news and banners: written by the platform operator (tenant 1), read by everybody. The tenant column says whose
-- they are, as on every other table.
create table news_category (
  id bigint generated always as identity primary key,
  tenant_id bigint not null default 1 references enterprise check (tenant_id = 1),
  name text not null check (length(name) <= 50),
  order_num integer not null default 0,
  status text not null default '0' check (status in ('0', '1')),
  remark text check (length(remark) <= 200),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  constraint news_category_name_key unique (tenant_id, name)
);
select share('news_category');

create table article (
  id bigint generated always as identity primary key,
  tenant_id bigint not null default 1 references enterprise check (tenant_id = 1),
  title text not null check (length(title) <= 200),
  category_id bigint not null references news_category on delete restrict,
  type text not null check (type in ('original', 'repost')),
  repost_url text check (length(repost_url) <= 500),
  clicks integer default 0 check (clicks >= 0),
  cover text[] not null default '{}',
  content text not null check (length(content) <= 50000),
  publisher text check (length(publisher) <= 50),
  publish_time timestamptz,
  status text not null default 'draft' check (status in ('draft', 'published', 'withdrawn')),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  check (type <> 'repost' or repost_url is not null)
);
create index article_published on article (publish_time desc, id desc) where status = 'published';
create index article_category on article (category_id);
-- Drafts and withdrawn articles are the operator's alone.
alter table article enable row level security;
alter table article force row level security;
create policy reading on article for select to timbermark_server using (status = 'published' or (select current_tenant()) = 1);
create policy adding on article for insert to timbermark_server with check ((select current_tenant()) = 1);
create policy changing on article for update to timbermark_server using ((select current_tenant()) = 1) with check ((select current_tenant()) = 1);
create policy removing on article for delete to timbermark_server using ((select current_tenant()) = 1);
create policy across on article to timbermark_worker using (true) with check (true);
select grant_rows('article');

-- Readers have no tenant and write nothing; counting their click is all they can cause.
create function count_click(article_id bigint) returns void
  language sql security definer set search_path = public
  begin atomic
    update article set clicks = coalesce(clicks, 0) + 1 where id = article_id and status = 'published' and coalesce(clicks, 0) < 2000000000;
  end;
grant create on schema public to timbermark_worker;
alter function count_click(bigint) owner to timbermark_worker;
revoke create on schema public from timbermark_worker;
revoke execute on function count_click(bigint) from public;
grant execute on function count_click(bigint) to timbermark_server, timbermark_worker;

create table banner (
  id bigint generated always as identity primary key,
  tenant_id bigint not null default 1 references enterprise check (tenant_id = 1),
  "group" text not null check ("group" in ('appHome', 'tradeHome', 'newsHome')),
  sequence integer not null check (sequence between 0 and 9999),
  -- Seconds.
  duration integer not null check (duration > 0),
  image text[] not null default '{}',
  status text not null default '0' check (status in ('0', '1')),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_by bigint,
  updated_at timestamptz not null default now()
);
create index banner_shown on banner ("group", sequence, id) where status = '0';
select share('banner');

-- The customer service number beside the banners: one row.
create table site_service (
  id smallint primary key default 1 check (id = 1),
  tenant_id bigint not null default 1 references enterprise check (tenant_id = 1),
  phone text not null check (length(phone) <= 20),
  updated_by bigint,
  updated_at timestamptz not null default now()
);
select share('site_service');
