import { type AnyEntity, entities, tableOf } from '@timbermark/contract'
import { expect, inject, test, vi } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { makeBackup } from '../../src/backup/backup.ts'
import { restoreEnterprise } from '../../src/backup/enterprise/restore-enterprise.ts'
import { tableClasses } from '../../src/backup/enterprise/table-classes.ts'
import { addSample, addSampleDivision, type SampleReferences } from '../samples.ts'
import { makeScene } from '../trace/scene.ts'
import { walkServedProof } from '../trace/walk-proof.ts'
import { installation, newFolder, quiet, withClient } from './backup-place.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Rows that no call of a test makes: table, columns and values, of which $1 is the enterprise. */
const others: readonly [table: string, insert: string][] = [
  ['label_rule', `(tenant_id, rule, holds) values ($1, 'mustActivate', true) on conflict do nothing`],
  ['record_rule', `(tenant_id, rule, value) values ($1, 'changeHours', 5) on conflict do nothing`],
  ['watch_threshold', `(tenant_id, threshold, value) values ($1, 'speedKmh', 500)`],
  ['form_design', `(tenant_id, name, content) values ($1, 'Sample', '{}')`],
  ['gen_table', `(tenant_id, schema_name, table_name, settings, columns) values ($1, 'public', 'sample', '{}', '[]')`],
  // An earlier version, which refers to the later one.
  [
    'stage_template',
    `(tenant_id, dept_id, stage, name, display_name, version, attributes, order_num, visible, status, optional, superseded_by)
    select tenant_id, dept_id, stage, name, display_name, version + 1, attributes, order_num, visible, status, optional, id from stage_template where tenant_id = $1 order by id limit 1`,
  ],
  ['stage_template_choice', `(tenant_id, name, visible, order_num) values ($1, 'Sample', '1', 1)`],
  [
    'list_view',
    `(tenant_id, list, account_id, name, settings, updated_by) select tenant_id, 'catalog/product', id, 'Sample', '{}', id from account where tenant_id = $1`,
  ],
  [
    'list_view_start',
    `(tenant_id, account_id, list, view_id) select tenant_id, account_id, list, id from list_view where tenant_id = $1`,
  ],
  [
    'account_post',
    `(tenant_id, account_id, post_id) select a.tenant_id, a.id, p.id from account a join post p on p.tenant_id = a.tenant_id where a.tenant_id = $1 limit 1`,
  ],
  [
    'role_dept',
    `(tenant_id, role_id, dept_id) select r.tenant_id, r.id, d.id from role r join dept d on d.tenant_id = r.tenant_id where r.tenant_id = $1 limit 1`,
  ],
  [
    'document_consent',
    `(tenant_id, document_id, version, given_by) select tenant_id, id, version, 1 from document where tenant_id = $1 limit 1`,
  ],
  [
    'document_version',
    `(tenant_id, document_id, version, name, file, details, replaced_by) select tenant_id, id, 7, 'Earlier', file, '{}', 1 from document where tenant_id = $1 limit 1`,
  ],
  [
    'plot_version',
    `(tenant_id, plot_id, version, geometry, area, positions, replaced_by) select tenant_id, id, 7, geometry, area, positions, created_by from plot where tenant_id = $1 limit 1`,
  ],
]

test('each table that can be restored comes back row by row, whatever was lost, and the page is proven', async () => {
  const scene = await makeScene('ALL')
  const { world, tenant, admin, goods } = scene
  await scene.report('felling', goods.codes.slice(0, 3))
  await scene.append()
  await addSampleDivision(world)
  const references: SampleReferences = new Map()
  for (const entity of entities as readonly AnyEntity[]) {
    if (tableClasses[tableOf(entity)]?.class !== 'restorable' || references.has(entity)) continue
    references.set(entity, (await addSample(admin, entity, `A ${entity.name}`, references)).id)
  }
  for (const [table, insert] of others) await world.admin.query(`insert into ${table} ${insert}`, [tenant.id])
  const tablesOf = (...classes: string[]) =>
    Object.entries(tableClasses).flatMap(([table, one]) => (classes.includes(one.class) ? [table] : []))
  const lost = tablesOf('restorable', 'grant', 'file')
  const rowsOf = async (table: string) => {
    const { rows } = await world.admin.query<Record<string, unknown>>(
      `select to_jsonb(t) as row from ${table} t where tenant_id = $1 order by t::text collate "C"`,
      [tenant.id],
    )
    return rows.map(({ row }) => row as Record<string, unknown>)
  }
  const was = new Map<string, Record<string, unknown>[]>()
  for (const table of lost) was.set(table, await rowsOf(table))
  // Pictures that two records show have rows there; every other table has some here.
  expect([...was].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual(['file_showing'])

  const folder = newFolder()
  await makeBackup(installation(world), { folder, progress: quiet })
  await withClient(world.databaseUrl, async client => {
    await client.query('set session_replication_role = replica')
    for (const table of [...lost, 'sign_in_name'])
      await client.query(`delete from ${table} where tenant_id = $1`, [tenant.id])
  })

  const settings = {
    ...installation(world),
    databaseUrl: Object.assign(new URL(inject('cluster').serverUrl), {
      pathname: new URL(world.databaseUrl).pathname,
    }).toString(),
    databaseOwnerUrl: undefined,
  }
  const restored = await restoreEnterprise(settings, {
    folder,
    identification: 'ALL',
    commit: true,
    grants: true,
    skipConflicts: true,
    progress: quiet,
  })
  const conflicts = restored.tables.flatMap(({ table, rowsOutcome }) =>
    rowsOutcome.filter(({ result }) => result === 'conflict').map(({ key, detail }) => `${table}/${key}: ${detail}`),
  )
  expect(conflicts).toEqual([])
  for (const table of lost) {
    const declared = tableClasses[table]!
    const changed = declared.class === 'restorable' ? Object.keys(declared.fresh ?? {}) : []
    const without = (rows: Record<string, unknown>[]) =>
      rows.map(row =>
        Object.fromEntries(Object.entries(row).filter(([key]) => ![...changed, 'password_hash'].includes(key))),
      )
    if (table === 'file_object' || table === 'file_showing') continue
    expect(without(await rowsOf(table)), table).toEqual(without(was.get(table)!))
  }
  world.services.directory.forgetAll()
  await scene.append()
  expect(await walkServedProof(scene, goods.codes[0]!)).toMatchObject({ outcome: 'proven', faults: [] })
  const check = await checkWholeLedger(world.services.database, ledgerLog(world.services), rowChecks)
  expect(check.faults).toEqual([])
})
