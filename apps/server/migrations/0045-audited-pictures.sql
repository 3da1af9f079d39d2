-- Whoever audits a listing must see what it shows: the platform operator (tenant 1) may be told of the pictures of every
-- listing, also of one that is not on the shelf. To everybody else this answers nothing.
create function audited_files(ids text[]) returns table (id text, name text, type text, size bigint)
  language sql stable security definer set search_path = public
  begin atomic
    select f.id, f.name, f.type, f.size from file_object f
    where current_tenant() = 1 and f.id = any(ids) and f.owner like 'listing/%';
  end;
grant create on schema public to timbermark_worker;
alter function audited_files(text[]) owner to timbermark_worker;
revoke create on schema public from timbermark_worker;
revoke execute on function audited_files(text[]) from public;
grant execute on function audited_files(text[]) to timbermark_server;
