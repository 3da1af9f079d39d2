import { describe, expect, test } from 'vitest'
import { unnamedTables } from './statements.ts'

const tables = new Set(['account', 'batch', 'product', 'role', 'account_role', 'dept', 'stage_template'])
const unnamed = (text: string) => unnamedTables(text, tables)

describe('a statement names its tenant when', () => {
  test.each([
    ['select * from account where tenant_id = $1 and id = $2'],
    ['select a.id from account a join dept d on d.tenant_id = $1 and d.id = a.dept_id where a.tenant_id = $2'],
    ['select a.id from account a left join dept d on d.tenant_id = $1 and d.id = a.dept_id where a.tenant_id = $2'],
    ['select 1 from dept d, account a where $1 = a.tenant_id and d.tenant_id = a.tenant_id and d.tenant_id = $2'],
    ['select id from stage_template where tenant_id in ($1, $2) and id = $3'],
    [
      'select 1 from stage_template f join stage_template t on t.tenant_id in ($1, $2) and t.tenant_id = f.tenant_id where f.tenant_id in ($3, $4)',
    ],
    ['select id from "batch" t where (t.tenant_id = $1 and t.id = any($2)) for update of t'],
    ['insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3) on conflict do nothing'],
    ['update batch b set status = $1 from product p where b.tenant_id = $2 and p.tenant_id = $3'],
    ['delete from batch t where t.tenant_id = $1 and t.id = $2'],
    ['delete from account f using role a where a.tenant_id = $1 and f.tenant_id = $2'],
    [
      'select (select count(*) from role r where r.tenant_id = $1 and r.id = a.id) from account a where a.tenant_id = $2',
    ],
    [
      'select 1 from account a cross join lateral (select 1 from role r where r.tenant_id = $1 and r.id = a.id limit 1) r where a.tenant_id = $2',
    ],
    ['with x as (select id from batch where tenant_id = $1) select * from x where id = $2'],
    ['select id from role where tenant_id = $1 union all select id from dept where tenant_id = $2'],
    ['select e.id from enterprise e left join account a on a.tenant_id = $1 and a.tenant_id = e.id where e.id = $2'],
    ['select extract(epoch from a.created_at) from account a where a.tenant_id = $1'],
    ['select id from enterprise where id = $1'],
    ['insert into account_role (tenant_id, account_id) select tenant_id, id from account where tenant_id = $1'],
  ])('%s', text => expect(unnamed(text)).toEqual([]))
})

describe('a statement does not name its tenant when', () => {
  test.each([
    ['select * from account where id = $1', ['account']],
    ['select a.id from account a join dept d on d.id = a.dept_id where a.tenant_id = $1', ['dept']],
    ['select a.id from account a join dept d on d.tenant_id = a.tenant_id where a.id = $1', ['account', 'dept']],
    // An equality with a table that names it is not enough.
    [
      'select a.id from account a join dept d on d.tenant_id = a.tenant_id and d.id = a.dept_id where a.tenant_id = $1',
      ['dept'],
    ],
    ['select 1 from account a left join dept d on d.tenant_id = a.tenant_id where a.tenant_id = $1', ['dept']],
    ['select (select 1 from role r where r.tenant_id = a.tenant_id) from account a where a.tenant_id = $1', ['role']],
    [
      'select 1 from account a cross join lateral (select 1 from role r where r.tenant_id = a.tenant_id limit 1) r where a.tenant_id = $1',
      ['role'],
    ],
    ['update batch b set status = $1 from product p where b.tenant_id = $2 and p.tenant_id = b.tenant_id', ['product']],
    ['delete from account f using role a where a.tenant_id = $1 and f.tenant_id = a.tenant_id', ['account']],
    [
      'with x as (select id, tenant_id from batch where tenant_id = $1) select 1 from x join product p on p.tenant_id = x.tenant_id',
      ['product'],
    ],
    ['select 1 from stage_template t where t.tenant_id in ($1, t.dept_id)', ['stage_template']],
    ['select id from role where tenant_id = $1 union all select id from dept', ['dept']],
    ['update batch set status = $1 where id = $2', ['batch']],
    ['delete from batch where id = any($1)', ['batch']],
    ['insert into account_role (account_id, role_id) values ($1, $2)', ['account_role']],
    ['insert into role (tenant_id, name) select $1, d.name from dept d', ['dept']],
    ['select 1 from account a where a.tenant_id = $1 and exists (select from role r where r.id = a.role_id)', ['role']],
    ['select 1 from account a where a.tenant_id = 1', ['account']],
  ])('%s', (text, expected) => expect(unnamed(text)).toEqual(expected))
})
