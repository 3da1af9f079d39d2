-- News in three languages: the title as every name (0073), the text beside the main one.
alter table article
  add column title_texts jsonb not null default '{}' check (
    jsonb_typeof(title_texts) = 'object' and title_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(title_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))')
  ),
  -- Language of the main text; none where nobody said.
  add column language text check (language in ('zh', 'en', 'fr')),
  add column content_zh text check (length(content_zh) <= 50000),
  add column content_en text check (length(content_en) <= 50000),
  add column content_fr text check (length(content_fr) <= 50000),
  -- When a draft publishes itself. From then on it is read, whether or not anybody has moved its state yet.
  add column publish_at timestamptz,
  add column withdraw_reason text check (length(withdraw_reason) <= 200),
  add constraint article_planned check (publish_at is null or status = 'draft');
create index article_due on article (publish_at) where publish_at is not null;
alter policy reading on article using (
  status = 'published' or (status = 'draft' and publish_at <= now()) or current_tenant() = 1
);

-- Who read an article on a day, as a digest that is worth nothing without the server's key, so that a reload counts nothing.
-- Forgotten after two days.
create table article_reader (
  tenant_id bigint not null default 1 references enterprise check (tenant_id = 1),
  article_id bigint not null references article (id) on delete cascade,
  day date not null,
  reader bytea not null check (length(reader) = 16),
  primary key (tenant_id, article_id, day, reader)
);
create index article_reader_day on article_reader (tenant_id, day);
select protect('article_reader');
