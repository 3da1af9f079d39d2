-- A circulation is named like everything else that people name: in each of the product's languages.
alter table circulation add column name_texts jsonb not null default '{}' check (
  jsonb_typeof(name_texts) = 'object' and name_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))')
);
create unique index circulation_name_key_zh on circulation (tenant_id, (name_texts ->> 'zh')) where name_texts ? 'zh';
create unique index circulation_name_key_en on circulation (tenant_id, (name_texts ->> 'en')) where name_texts ? 'en';
create unique index circulation_name_key_fr on circulation (tenant_id, (name_texts ->> 'fr')) where name_texts ? 'fr';
