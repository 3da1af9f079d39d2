-- Names that differ only in capitals are one name: the code looks before it saves, and of two saves at the same moment
-- both may look first. Where such twins exist already they keep their names (an enterprise's stands on public pages, and
-- whoever it belongs to decides about it): the oldest is in the index, the others are left out of it.

-- Row security, forced, would hide the rows from the owner too.
lock table enterprise, role in share row exclusive mode;
alter table enterprise no force row level security;
alter table role no force row level security;

alter table enterprise drop constraint enterprise_name_key;
do $$
declare
  twins bigint[];
begin
  select array_agg(id order by id) into twins
    from (select id, row_number() over (partition by lower(name) order by id) as n from enterprise) t where n > 1;
  execute 'create unique index enterprise_name_key on enterprise (lower(name))'
    || coalesce(' where id <> all (' || quote_literal(twins::text) || '::bigint[])', '');

  -- Delivered roles come with their own keys, whatever an enterprise called one of its own before.
  select array_agg(id order by id) into twins
    from (select id, row_number() over (partition by tenant_id, lower(role_name) order by id) as n from role where not built_in) t where n > 1;
  execute 'create unique index role_name_lower_key on role (tenant_id, lower(role_name)) where not built_in'
    || coalesce(' and id <> all (' || quote_literal(twins::text) || '::bigint[])', '');

  select array_agg(id order by id) into twins
    from (select id, row_number() over (partition by tenant_id, lower(role_key) order by id) as n from role where not built_in) t where n > 1;
  execute 'create unique index role_key_lower_key on role (tenant_id, lower(role_key)) where not built_in'
    || coalesce(' and id <> all (' || quote_literal(twins::text) || '::bigint[])', '');
end $$;

alter table enterprise force row level security;
alter table role force row level security;
