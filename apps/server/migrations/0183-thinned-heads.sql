-- Old heads of the ledger are thinned: a head is stored for every one or two entries, and what an old one says can be computed from
-- the tiles. What somebody may rely on stays.

-- Since when a head need not stay for its own sake: of heads older than a week the last of each hour stays, of those older than 90 days
-- the last of each day (UTC). Never removed: a head that a witness signed, the first one, and those around a break or a change of key.
create function may_thin_head(head ledger_checkpoint, next_signed timestamptz) returns boolean
  language sql stable as
$$
  select exists (select from ledger_checkpoint earlier where earlier.size < head.size)
    and head.signed_at < now() - interval '7 days'
    and date_trunc(case when head.signed_at < now() - interval '90 days' then 'day' else 'hour' end, head.signed_at, 'UTC')
      = date_trunc(case when head.signed_at < now() - interval '90 days' then 'day' else 'hour' end, next_signed, 'UTC')
    and not exists (select from ledger_cosignature c where c.size = head.size)
    and not exists (select from ledger_break b where head.size between b.size and b.size + 2)
    and not exists (select from ledger_key_change k where head.size between k.size and k.size + 2)
$$;

-- Holds for everybody, also for the owner of the database.
create function refuse_unless_thinned() returns trigger
  language plpgsql as
$$
begin
  if not coalesce(may_thin_head(old, (
    select signed_at from ledger_checkpoint where size > old.size order by size limit 1)), false) then
    raise exception 'What was sealed is never changed or removed (%)', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
drop trigger kept on ledger_checkpoint;
create trigger kept before update on ledger_checkpoint for each row execute function refuse_change();
create trigger thinned before delete on ledger_checkpoint for each row execute function refuse_unless_thinned();

-- Goes through so many heads from a size on, and removes those that need not stay. No role has the right to delete heads.
create function thin_heads(first_size bigint, heads integer, out removed integer, out last_size bigint, out passed integer)
  language sql security definer set search_path = public as
$$
  with passed as (
    select p.size, lead(p.signed_at) over (order by p.size) as next_signed
    from (select size, signed_at from ledger_checkpoint where size >= first_size order by size limit heads) p),
  thinned as (
    delete from ledger_checkpoint c using passed
    where c.size = passed.size and may_thin_head(c, passed.next_signed) returning c.size)
  select (select count(*)::integer from thinned), (select max(size) from passed), (select count(*)::integer from passed)
$$;
revoke execute on function thin_heads(bigint, integer) from public;
grant execute on function thin_heads(bigint, integer) to timbermark_worker;

-- Old entries of both logs are found without reading the whole log.
create index oper_log_time on oper_log (oper_time);
create index login_log_time on login_log (login_time);
