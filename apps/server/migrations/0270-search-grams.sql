-- The one search finds records among a million without reading them. Row security lets an index serve leakproof conditions only, so
-- it asks as the worker, naming the tenant by a value and with the data scope of the reader (entity/search). What it finds is read
-- under row security like any list. No extension is needed: parts of texts as numbers in a GIN index, for Latin, Cyrillic, Greek
-- and Chinese alike, where trigrams of pg_trgm find no Chinese name of two characters.

-- Numbers of the parts of texts that a search may ask for, of one tenant: three characters in a row; two where a word begins, of
-- initials, and with a character of no alphabet; one of no alphabet; and the text itself. `hashtext` is what hash indexes are
-- made of, and does not change.
create function search_grams(tenant bigint, texts text[]) returns int[]
  language plpgsql immutable parallel safe as
$$
declare
  grams int[] := '{}';
  one text;
  line text;
  initials boolean;
  signs text[];
  count int;
begin
  foreach one in array texts loop
    continue when one is null or one = '';
    one := public.search_text(one);
    grams := grams || hashtext(tenant || '=' || left(split_part(one, E'\n', 1), 100));
    initials := false;
    foreach line in array string_to_array(one, E'\n') loop
      signs := string_to_array(left(line, 300), null);
      count := cardinality(signs);
      for n in 1 .. count loop
        if n + 2 <= count then grams := grams || hashtext(tenant || ':' || signs[n] || signs[n + 1] || signs[n + 2]); end if;
        if n < count and (initials or n = 1 or signs[n - 1] = ' ' or signs[n] > U&'\2E7F' collate "C" or signs[n + 1] > U&'\2E7F' collate "C") then
          grams := grams || hashtext(tenant || ':' || signs[n] || signs[n + 1]);
        end if;
        if signs[n] > U&'\2E7F' collate "C" then grams := grams || hashtext(tenant || ':' || signs[n]); end if;
      end loop;
      initials := true;
    end loop;
  end loop;
  return grams;
end
$$;

-- The numbers of the parts that a search asks for. Not to be run in parallel, so that no statement with it is: starting workers of the
-- database takes longer than the search.
create function search_parts(tenant bigint, parts text[]) returns int[]
  language plpgsql immutable strict parallel unsafe as
$$
begin
  return (select array_agg(hashtext(tenant || part)) from unnest(parts) as part);
end
$$;

-- The columns are those of the declarations' `globalSearch.by`, in their order; a name in languages has its texts behind it. What was
-- added lately waits in a short list that a search reads through.
create index product_search on product using gin (search_grams(tenant_id, array[code, name, name_texts ->> 'zh', name_texts ->> 'en', name_texts ->> 'fr', foreign_name, chinese_name])) with (gin_pending_list_limit = 256);
create index batch_search on batch using gin (search_grams(tenant_id, array[batch_number])) with (gin_pending_list_limit = 256);
create index code_request_search on code_request using gin (search_grams(tenant_id, array[name])) with (gin_pending_list_limit = 256);
create index document_search on document using gin (search_grams(tenant_id, array[code, name, number])) with (gin_pending_list_limit = 256);
create index dealer_search on dealer using gin (search_grams(tenant_id, array[name])) with (gin_pending_list_limit = 256);
create index customer_search on customer using gin (search_grams(tenant_id, array[name, contact, phone])) with (gin_pending_list_limit = 256);
create index supplier_search on supplier using gin (search_grams(tenant_id, array[name, contact, phone])) with (gin_pending_list_limit = 256);
create index stage_record_search on stage_record using gin (search_grams(tenant_id, array[document_code])) with (gin_pending_list_limit = 256);
create index account_search on account using gin (search_grams(tenant_id, array[user_name, nick_name, phonenumber])) with (gin_pending_list_limit = 256);
