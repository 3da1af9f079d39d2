-- The installation itself: its identity, and whether it was made to its end. A demonstration whose making was interrupted
-- is begun anew; before it is ready nobody is served.
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  state text not null default 'making' check (state in ('making', 'ready')),
  made_at timestamptz
);
select reserve('installation');
-- Row security would hide the accounts from an owner who is no superuser.
alter table account no force row level security;
insert into installation (state, made_at)
select case when made then 'ready' else 'making' end, case when made then now() end from (select exists (select from account) as made) as known;
alter table account force row level security;

-- The platform's enterprise is number 1 by number, whatever the sequence says; the sequence is then set behind it.
grant update on sequence enterprise_id_seq to timbermark_worker;
