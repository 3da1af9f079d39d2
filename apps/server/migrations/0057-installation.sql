-- Who this installation is. What it remembers outside the database is kept under this id.
create table if not exists installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  state text not null default 'making' check (state in ('making', 'ready')),
  made_at timestamptz
);
insert into installation (state) select case when exists (select from enterprise) then 'ready' else 'making' end on conflict do nothing;
grant select on installation to timbermark_worker;
