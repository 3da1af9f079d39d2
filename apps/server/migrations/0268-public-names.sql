-- Buyers read an enterprise's name and what a product is in their language: by language, beside the registered name and the
-- description, which stay as they are. Rows without them are shown and sealed as before.
alter table enterprise
  add column public_name text check (length(public_name) <= 100),
  add column public_name_texts jsonb not null default '{}' check (
    jsonb_typeof(public_name_texts) = 'object' and public_name_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(public_name_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))')
  );
alter table product
  add column public_description text check (length(public_description) <= 1000),
  add column public_description_texts jsonb not null default '{}' check (
    jsonb_typeof(public_description_texts) = 'object' and public_description_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(public_description_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,250}.{0,250}.{0,250}.{0,250}$" flag "s"))')
  );
