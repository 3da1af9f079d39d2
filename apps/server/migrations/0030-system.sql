-- A delivered menu that people gave a name of their own keeps it; its phrase key still tells which one it is.
alter table menu add column renamed boolean not null default false;

-- The administrator that came with the enterprise; the platform can only hand this one a new first password.
alter table enterprise add column administrator_id bigint;
alter table enterprise add constraint enterprise_administrator_fk
  foreign key (id, administrator_id) references account (tenant_id, id) on delete set null (administrator_id);

-- Identifications that a hurried reader takes for the same one are the same one: case, 0 and O, 1 and l and I, 5 and S, _ and -.
alter table enterprise add column skeleton text generated always as (translate(lower(identification), '01l5_', 'oiis-')) stored;
create unique index enterprise_skeleton_key on enterprise (skeleton);

-- E-mail addresses differ by more than case.
create unique index account_email_lower_key on account (tenant_id, lower(email));

-- Sign-ins with an account that no enterprise has concern the platform operator.
create policy strays on login_log to timbermark_server
  using (tenant_id is null and (select current_tenant()) = 1) with check (false);

-- Last write of each person, by what was written: the same one again within a moment is a double click.
create unlogged table repeat_guard (
  fingerprint bytea primary key,
  until timestamptz not null
);
create index repeat_guard_until on repeat_guard (until);
select reserve('repeat_guard');

alter table account add constraint account_login_ip_check check (length(login_ip) <= 50);
