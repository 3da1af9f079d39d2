-- The secret key from which the subjects of code requests follow (docs/decisions/ledger-proof-and-keys.md). There is no row while it
-- follows from the master key for every number: in an installation that began with it and has its first master key.
create table ledger_request_key (
  only_one boolean primary key default true check (only_one),
  -- The first number whose subject follows from the key; requests of before keep subjects that anyone can compute
  first_number bigint not null check (first_number between 1 and 4294967295),
  -- The key, sealed by the master key, which is not in the database; first_number is authenticated with it. Made by the upgrade,
  -- in its transaction.
  wrapped bytea
);
grant select on ledger_request_key to timbermark_server;
grant select, insert, update on ledger_request_key to timbermark_worker;

insert into ledger_request_key (first_number)
select case when is_called then last_value + 1 else 1 end from code_request_number
where is_called or exists (select from ledger_key_change);

create function refuse_other_first_number() returns trigger
  language plpgsql as
$$
begin
  if new.first_number <> old.first_number then
    raise exception 'Requests keep their subjects' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger same_number before update on ledger_request_key for each row execute function refuse_other_first_number();
create trigger kept before delete on ledger_request_key for each row execute function refuse_change();
create trigger kept_whole before truncate on ledger_request_key execute function refuse_change();
