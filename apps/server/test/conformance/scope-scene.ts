import { tableOf } from '@timbermark/contract'
import type { Caller, World } from '../harness.ts'
import { addSample, addSampleDivision, type SampleReferences } from '../samples.ts'
import { makeDept, makeHolder, makeUser, unique } from '../system/people.ts'
import { storedEntityOf } from './scope-decisions.ts'
import { type Place, places, rowMakers } from './scope-rows.ts'

/** Places whose rows a reader sees, by data scope (SEC-15 to SEC-19). */
export const visibleByScope: readonly [scope: string, visible: readonly Place[]][] = [
  ['1', places],
  ['2', ['port']],
  ['3', ['mill', 'self']],
  ['4', ['mill', 'saw', 'self']],
  ['5', ['self']],
]

/**
 * An enterprise with departments, an account in each, and a reader who holds every permission of an enterprise:
 *
 *   root
 *   ├── mill          ← the reader works here
 *   │   └── saw
 *   └── port          ← chosen for scope 2
 */
export async function makeScopeScene(world: World, name: string) {
  await addSampleDivision(world)
  const tenant = await world.makeTenant(name)
  const admin: Caller = await world.signIn(tenant, ['enterpriseAdmin'], { deptId: null })
  const mill = await makeDept(admin, tenant.deptId)
  const depts: Record<Place, number> = {
    root: tenant.deptId,
    mill,
    self: mill,
    saw: await makeDept(admin, mill),
    port: await makeDept(admin, tenant.deptId),
  }
  const { rows } = await world.admin.query<{ perms: string }>(
    `select distinct perms from menu where not platform_only and perms <> ''`,
  )
  const reader = await makeHolder(
    world,
    admin,
    mill,
    rows.map(row => row.perms),
    { dataScope: '2', deptIds: [depts.port] },
  )
  const accounts = { self: reader.accountId } as Record<Place, number>
  for (const place of ['root', 'mill', 'saw', 'port'] as const)
    accounts[place] = (await makeUser(admin, depts[place], { userType: 2 })).id
  /** What the rows of a place refer to: added by the administrator once for all lists. */
  const references = new Map<Place, SampleReferences>(places.map(place => [place, new Map()]))
  /** Who adds a row of a place, and where. */
  const of = (place: Place) => ({
    world,
    admin,
    place,
    references: references.get(place)!,
    deptId: depts[place],
    accountId: accounts[place],
  })
  return {
    admin,
    reader,
    depts,
    accounts,
    of,
    /** Adds one row of each place to a list. */
    async makeRows(key: string): Promise<Record<Place, number>> {
      const ids = {} as Record<Place, number>
      const makeRow = rowMakers[key]
      for (const place of places) {
        if (makeRow) {
          ids[place] = await makeRow(of(place))
          continue
        }
        const stored = storedEntityOf(key)!
        const { id } = await addSample(admin, stored, unique('W'), references.get(place))
        await world.admin.query(`update "${tableOf(stored)}" set dept_id = $2, created_by = $3 where id = $1`, [
          id,
          depts[place],
          accounts[place],
        ])
        ids[place] = id
      }
      return ids
    },
    /** Gives the reader's role this data scope. */
    async setDataScope(scope: string): Promise<void> {
      await world.admin.query('update role set data_scope = $2 where id = $1', [reader.roleId, scope])
      await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1 where id = $1', [admin.tenantId])
    },
  }
}

export type ScopeScene = Awaited<ReturnType<typeof makeScopeScene>>
