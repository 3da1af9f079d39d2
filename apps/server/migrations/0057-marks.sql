-- Random bytes that enter the keys of a request's codes, so that a number which a restored backup gives again means other
-- codes. Requests of before have none: their codes are printed.
alter table code_request add column key_salt bytea not null default '' check (length(key_salt) in (0, 16));
alter table code_request alter column key_salt
  set default substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) from 1 for 16);

drop view code_directory;
create view code_directory as
  select r.request_number, r.tenant_id, r.id as request_id, r.count, r.key_version, r.key_salt, r.code_rule, r.security_length, r.code_type, r.status,
         e.identification, e.name as enterprise_name, e.status as enterprise_status
  from code_request r join enterprise e on e.id = r.tenant_id;
alter view code_directory set (security_invoker = true);
grant select on code_directory to timbermark_worker;

-- Lets request numbers go on above `mark`. Answers the last number that counts as given. Numbers that are taken meanwhile by
-- somebody who knows a lower mark could pass it between the look and the setting; the unique key then refuses the second.
create function request_numbers_above(mark integer) returns integer
  language plpgsql security definer set search_path = public as
$$
declare
  given integer;
begin
  perform pg_advisory_xact_lock(727204);
  select case when is_called then last_value else 0 end into given from code_request_number;
  if given < mark then
    perform setval('code_request_number', mark);
    given := mark;
  end if;
  return given;
end
$$;
revoke execute on function request_numbers_above(integer) from public;
grant execute on function request_numbers_above(integer) to timbermark_server, timbermark_worker;
-- Each signed checkpoint names the highest number: what is public is remembered by others too.
grant select on sequence code_request_number to timbermark_worker;
