-- Names in the order of the readers' languages. A database without ICU orders by code point, and the server says so at its start.
do $$
declare language text;
begin
  foreach language in array array['zh', 'en', 'fr'] loop
    begin
      execute format('create collation reader_%s (provider = icu, locale = %L)', language, language);
    exception when feature_not_supported or undefined_object or invalid_parameter_value then
      execute format('create collation reader_%s (provider = libc, locale = ''C'')', language);
    end;
  end loop;
end
$$;

-- The initials of the pronunciation of Chinese characters, others left out. In the order of Chinese, the letters' own index
-- characters (U+FDD0 and the letter) stand before the characters that begin with them.
do $$
begin
  if exists (select from pg_collation where collname = 'reader_zh' and collprovider = 'i') then
    create function pinyin_initials(value text) returns text
      language sql immutable strict parallel safe as
    $body$
      select coalesce(string_agg(
        (array['', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'w', 'x', 'y', 'z'])
          [1 + width_bucket(letter collate public.reader_zh, array[
            E'\uFDD0A', E'\uFDD0B', E'\uFDD0C', E'\uFDD0D', E'\uFDD0E', E'\uFDD0F', E'\uFDD0G', E'\uFDD0H', E'\uFDD0J',
            E'\uFDD0K', E'\uFDD0L', E'\uFDD0M', E'\uFDD0N', E'\uFDD0O', E'\uFDD0P', E'\uFDD0Q', E'\uFDD0R', E'\uFDD0S',
            E'\uFDD0T', E'\uFDD0W', E'\uFDD0X', E'\uFDD0Y', E'\uFDD0Z'])], '' order by place), '')
      from string_to_table(value, null) with ordinality as letters (letter, place) where letter >= U&'\4E00' and letter <= U&'\9FFF'
    $body$;
  else
    create function pinyin_initials(value text) returns text language sql immutable strict parallel safe as $body$ select '' $body$;
  end if;
end
$$;

-- What a search by letters compares: the text as above, and the initials of its Chinese characters.
create function search_text(value text) returns text
  language plpgsql immutable strict parallel safe as
$$
begin
  return case when value ~ U&'[\4E00-\9FFF]' then public.search_key(value) || E'\n' || public.pinyin_initials(value) else public.search_key(value) end;
end
$$;
