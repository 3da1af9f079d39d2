-- What people name can be given in each of the product's languages: beside the main text, by language. A row that has none
-- of them reads as before, the same for everybody.
alter table category add column name_texts jsonb not null default '{}' check (
  jsonb_typeof(name_texts) = 'object' and name_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))')
);
alter table product add column name_texts jsonb not null default '{}' check (
  jsonb_typeof(name_texts) = 'object' and name_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))')
);
alter table dict_type add column dict_name_texts jsonb not null default '{}' check (
  jsonb_typeof(dict_name_texts) = 'object' and dict_name_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(dict_name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))')
);
alter table dict_data add column dict_label_texts jsonb not null default '{}' check (
  jsonb_typeof(dict_label_texts) = 'object' and dict_label_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(dict_label_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))')
);
alter table config add column config_name_texts jsonb not null default '{}' check (
  jsonb_typeof(config_name_texts) = 'object' and config_name_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(config_name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))')
);
alter table menu add column menu_name_texts jsonb not null default '{}' check (
  jsonb_typeof(menu_name_texts) = 'object' and menu_name_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(menu_name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))')
);
alter table stage_template add column display_name_texts jsonb not null default '{}' check (
  jsonb_typeof(display_name_texts) = 'object' and display_name_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(display_name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))')
);
alter table stage_parameter add column name_texts jsonb not null default '{}' check (
  jsonb_typeof(name_texts) = 'object' and name_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))')
);
alter table news_category add column name_texts jsonb not null default '{}' check (
  jsonb_typeof(name_texts) = 'object' and name_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))')
);

-- A name that may stand once may stand once in each language.
create unique index category_name_key_zh on category (tenant_id, (name_texts ->> 'zh')) where name_texts ? 'zh';
create unique index category_name_key_en on category (tenant_id, (name_texts ->> 'en')) where name_texts ? 'en';
create unique index category_name_key_fr on category (tenant_id, (name_texts ->> 'fr')) where name_texts ? 'fr';
create unique index stage_parameter_name_key_zh on stage_parameter (tenant_id, (name_texts ->> 'zh')) where name_texts ? 'zh';
create unique index stage_parameter_name_key_en on stage_parameter (tenant_id, (name_texts ->> 'en')) where name_texts ? 'en';
create unique index stage_parameter_name_key_fr on stage_parameter (tenant_id, (name_texts ->> 'fr')) where name_texts ? 'fr';
create unique index news_category_name_key_zh on news_category (tenant_id, (name_texts ->> 'zh')) where name_texts ? 'zh';
create unique index news_category_name_key_en on news_category (tenant_id, (name_texts ->> 'en')) where name_texts ? 'en';
create unique index news_category_name_key_fr on news_category (tenant_id, (name_texts ->> 'fr')) where name_texts ? 'fr';
