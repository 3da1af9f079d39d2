-- What two names have in common when people take them for the same, and what a search compares. Both equal `nameKey` and
-- `searchKey` of packages/contract/src/reading. They need no collation, so that they are the same in every database: letters
-- are taken apart (NFKD) before they become lower case, and joined again (NFC).
create function name_key(value text) returns text
  language sql immutable strict parallel safe as
$$
  select btrim(regexp_replace(regexp_replace(
    normalize(lower(translate(
      normalize(translate(value, E'\u00b4', ''''), NFKD),
      -- The second text is shorter: the invisible characters at the end of the first one are removed.
      E'\u2018\u2019\u02bc\u02b9\u0060\u2032\u02bb' || E'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fb'
        || E'\u1680\u2028\u2029\u0009\u000a\u000d' || 'ŒÆØŁĐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ'
        || E'\u200b\u200c\u200d\u200e\u200f\u00ad\u061c\u115f\u1160\u180e\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff\ufe0e\ufe0f',
      '''''''''''''''' || '--------' || '      ' || 'œæøłđαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюя')),
      NFC),
    ' *- *', '-', 'g'), ' +', ' ', 'g'))
$$;

create function search_key(value text) returns text
  language sql immutable strict parallel safe as
$$
  select btrim(regexp_replace(
    translate(
      replace(replace(replace(normalize(regexp_replace(normalize(name_key(value), NFD), E'[\u0300-\u036f]', '', 'g'), NFC),
        'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'),
      E'øłđı''-', 'oldi  '),
    ' +', ' ', 'g'))
$$;
