-- What is remarked of a dictionary and of its entries, in each of the product's languages: beside the main text, as every name (0073).
alter table dict_type
  add column remark_texts jsonb not null default '{}' check (
    jsonb_typeof(remark_texts) = 'object' and remark_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(remark_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))')
  );
alter table dict_data
  add column remark_texts jsonb not null default '{}' check (
    jsonb_typeof(remark_texts) = 'object' and remark_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(remark_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))')
  );
