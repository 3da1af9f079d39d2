-- What two names have in common when people take them for the same, and what a search compares. Both equal `nameKey` and
-- `searchKey` of packages/contract/src/reading. They need no collation, so that they are the same in every database: letters
-- are taken apart (NFKD) before they become lower case, and joined again (NFC). In PL/pgSQL, because a function in SQL that
-- is not inlined costs more than its work. Functions name their schema: an index is made without a search path.

-- Lower case, one kind of apostrophe, hyphen and blank, and no invisible characters, of a text in NFKD.
create function plain_letters(value text) returns text
  language plpgsql immutable strict parallel safe as
$$
begin
  -- The second text is shorter: the invisible characters at the end of the first one are removed.
  value := lower(translate(value,
    E'\u2018\u2019\u02bc\u02b9\u0060\u2032\u02bb' || E'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fb' || E'\u1680\u2028\u2029\u0009\u000a\u000d'
      || 'ŒÆØŁĐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ'
      || E'\u200b\u200c\u200d\u200e\u200f\u00ad\u061c\u115f\u1160\u180e\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff\ufe0e\ufe0f',
    '''''''''''''''' || '--------' || '      ' || 'œæøłđαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюя'));
  if value like '%  %' then value := regexp_replace(value, ' +', ' ', 'g'); end if;
  return value;
end
$$;

create function name_key(value text) returns text
  language plpgsql immutable strict parallel safe as
$$
begin
  value := normalize(public.plain_letters(normalize(translate(value, U&'\00B4', ''''), NFKD)), NFC);
  if value like '%- %' or value like '% -%' then value := regexp_replace(value, ' *- *', '-', 'g'); end if;
  return btrim(value);
end
$$;

-- The usual texts take the short ways: ASCII, letters with accents, and Chinese.
create function search_key(value text) returns text
  language plpgsql immutable strict parallel safe as
$$
begin
  if value !~ '^[ -~]*$' then
    value := regexp_replace(normalize(translate(value, U&'\00B4', ''''), NFKD), '[\u0300-\u036f]', '', 'g');
    if value ~ '[\u0009-\u000d\u00ad\u02b9-\u02bc\u061c\u1100-\u11ff\u1680\u180e\u200b-\u206f\u2212\u3099\u309a\u30fb\ufe0e\ufe0f\ufeffÆæØøßıŒœŁłĐđΑ-ΩА-Я]' then
      value := normalize(translate(public.plain_letters(value), 'øłđı', 'oldi'), NFC);
      if value ~ '[œæß]' then value := replace(replace(replace(value, 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'); end if;
    end if;
  end if;
  value := btrim(translate(lower(value), '''-`', '   '));
  if value like '%  %' then value := regexp_replace(value, ' +', ' ', 'g'); end if;
  return value;
end
$$;
