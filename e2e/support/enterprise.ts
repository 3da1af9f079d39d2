import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { ownCirculation } from '@timbermark/contract/stages'
import { authorize, type Goods, makeGoods, templateOf } from '../../apps/server/test/goods.ts'
import { makePerson, type Person } from './people.ts'
import type { Site } from './site.ts'

export interface EnterpriseFixture {
  tenant: { id: number; deptId: number }
  goods: Goods
  admin: Person
  /** A field user who may report felling. */
  reporter: Person
}

/** An enterprise that is at work: product, batch, codes, a certificate and people. Other tests cover how they come about. */
export async function makeEnterprise(site: Site, identification: string): Promise<EnterpriseFixture> {
  const tenant = await site.world.makeTenant(identification)
  const caller = await site.world.signIn(tenant, ['enterpriseAdmin'])
  const [goods, admin, reporter] = await Promise.all([
    makeGoods(site.world, caller),
    makePerson(site, tenant, 'enterpriseAdmin'),
    makePerson(site, tenant, 'fieldReporter'),
  ])
  await authorize(caller, reporter.id, ['felling'])
  return { tenant, goods, admin, reporter }
}

/** Felling as reported for one of the codes, so that its trace page has something to tell. */
export async function reportFelling(
  { world }: Site,
  { tenant, goods }: Pick<EnterpriseFixture, 'tenant' | 'goods'>,
  code: string,
): Promise<void> {
  const [admin, reporter] = await Promise.all([
    world.signIn(tenant, ['enterpriseAdmin']),
    world.signIn(tenant, ['fieldReporter']),
  ])
  await authorize(admin, reporter.accountId, ['felling'])
  const answer = await reporter.post('/stage/report', {
    reportId: randomUUID(),
    stage: 'felling',
    templateId: await templateOf(world, 'felling'),
    circulationId: ownCirculation,
    documentCode: goods.documentCode,
    operator: 'Demo',
    time: '2026-01-15T10:00:00Z',
    codes: [code],
    values: { treeSpecies: 'OKO', fellingTime: '2026-01-15T08:30:00Z', loggingPermitNumber: 'PFA-1', volume: '3.275' },
    longitude: 9.45,
    latitude: 0.39,
  })
  if (answer.code !== 200) throw new Error(answer.msg)
}

/** An enterprise's invitation of one of its suppliers, as its desk makes it. */
export async function inviteSupplier(
  { world }: Site,
  {
    tenant,
    supplier,
    codes,
    stages,
  }: { tenant: EnterpriseFixture['tenant']; supplier: Person; codes: readonly string[]; stages: readonly StageKey[] },
): Promise<void> {
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const body = { accountId: supplier.id, codes, stages, untilOn: '2099-01-31' }
  const answer = await admin.post('/custody/supplier-invitation', body)
  if (answer.code !== 200) throw new Error(answer.msg)
}
