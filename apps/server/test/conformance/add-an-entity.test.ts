import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineEntity, integer, permissionOf, remark, status, text } from '@timbermark/contract'
import { expect, test } from 'vitest'
import { entityRoutes } from '../../src/crud/routes.ts'
import { registerRoutes } from '../../src/platform/http/http.ts'
import { createApp } from '../../src/platform/http/http.ts'
import { acceptUploads } from '../../src/platform/http/upload.ts'
import { makeWorld } from '../harness.ts'

const root = join(import.meta.dirname, '../../../..')
const guide = readFileSync(join(root, 'docs/add-an-entity.md'), 'utf8')

test('the files that the guide names are there, and its figures are the real ones', () => {
  for (const [, path] of guide.matchAll(/`((?:packages|apps)\/[\w./-]+\.ts)`/g))
    expect(existsSync(join(root, path!)), path).toBe(true)
  const declared = readFileSync(join(root, 'packages/contract/src/evidence/document.ts'), 'utf8')
    .trimEnd()
    .split('\n').length
  const said = Number(/document\.ts` \| (\d+) \|/.exec(guide)?.[1])
  expect(Math.abs(declared - said)).toBeLessThanOrEqual(5)
})

test('a plain entity made by the guide’s steps works: no route, screen or test of its own', async () => {
  const world = await makeWorld()
  // Step 1: declare.
  const yard = defineEntity({
    area: 'catalog',
    name: 'yard',
    tenancy: 'tenant',
    label: 'name',
    scoped: true,
    fields: {
      name: text({ max: 40, required: true, search: 'like' }),
      capacity: integer({ min: 0, max: 9999 }),
      status: status(),
      remark: remark(),
    },
    operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
    unique: [{ fields: ['name'], constraint: 'yard_name_key', error: 'taken' }],
  })
  // Step 2: its table.
  await world.admin.query(`
    create table yard (
      id bigint generated always as identity primary key,
      tenant_id bigint not null references enterprise on delete cascade,
      dept_id bigint,
      name text not null check (length(name) <= 40),
      capacity integer,
      status text not null default '0',
      remark text check (length(remark) <= 200),
      created_by bigint,
      created_at timestamptz not null default now(),
      updated_by bigint,
      updated_at timestamptz not null default now(),
      unique (tenant_id, id),
      foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
      constraint yard_name_key unique (tenant_id, name)
    );
    select protect('yard')`)
  // Steps 4 and 5: menu and routes.
  for (const verb of yard.operations) {
    const permission = permissionOf(yard, verb)
    await world.admin.query(`insert into menu (menu_type, menu_name, perms) values ('F', $1, $1)`, [permission])
  }
  await world.admin.query(
    `insert into role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.id, m.id from role r, menu m where r.role_key = 'enterpriseAdmin' and m.perms like 'catalog:yard:%'`,
  )
  const tenant = await world.makeTenant('YARDS')
  await world.admin.query(
    `insert into role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.id, m.id from role r, menu m where r.tenant_id = $1 and r.role_key = 'enterpriseAdmin' and m.perms like 'catalog:yard:%' on conflict do nothing`,
    [tenant.id],
  )
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const app = createApp(world.services)
  await acceptUploads(app)
  registerRoutes(app, {
    services: world.services,
    routes: entityRoutes(yard),
    authenticate: token => world.services.sessions.actor(token),
  })
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url: `/api/catalog/yard${path}`,
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
      ...(payload ? { payload } : {}),
    })
    return String(answer.headers['content-type']).includes('json')
      ? answer.json()
      : { code: answer.statusCode, file: answer.rawPayload }
  }
  const added = await call('POST', '', { name: 'North yard', capacity: 12 })
  expect(added).toMatchObject({ code: 200 })
  expect(await call('POST', '', { name: 'North yard' })).toMatchObject({ code: 500, error: 'taken' })
  expect(await call('PUT', '', { id: added.data.id, capacity: 20 })).toMatchObject({ code: 200 })
  expect(await call('PUT', '/changeStatus', { id: added.data.id, status: '1' })).toMatchObject({ code: 200 })
  expect((await call('GET', '/list?name=north')).rows[0]).toMatchObject({
    name: 'North yard',
    capacity: 20,
    status: '1',
    can: ['edit', 'remove'],
  })
  expect((await call('GET', '/export')).file.length).toBeGreaterThan(1000)
  expect((await call('GET', '/importTemplate')).file.length).toBeGreaterThan(1000)
  expect(await call('DELETE', `/${added.data.id}`)).toMatchObject({ code: 200 })
  await app.close()
})
