-- What a recall tells its readers, in each of the product's languages: beside the main text, by language, as every name (0073).
-- What was called back before has none of them, reads as it did and is sealed to the byte as it was.
-- Two parts because a repetition has 255 at most.
alter table recall
  add column reason_texts jsonb not null default '{}' check (
    jsonb_typeof(reason_texts) = 'object' and reason_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(reason_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,250}.{0,250}$" flag "s"))')
  ),
  add column advice_texts jsonb not null default '{}' check (
    jsonb_typeof(advice_texts) = 'object' and advice_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(advice_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,250}.{0,250}$" flag "s"))')
  ),
  add column contact_texts jsonb not null default '{}' check (
    jsonb_typeof(contact_texts) = 'object' and contact_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(contact_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))')
  ),
  add column lift_reason_texts jsonb not null default '{}' check (
    jsonb_typeof(lift_reason_texts) = 'object' and lift_reason_texts - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(lift_reason_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))')
  );
