import { authorize, type Goods, makeGoods } from '../apps/server/test/goods.ts'
import { makePerson, type Person } from './people.ts'
import type { Site } from './site.ts'

export interface Stock {
  tenant: { id: number; deptId: number }
  goods: Goods
  admin: Person
  /** A field user who may report felling. */
  reporter: Person
}

/** An enterprise that is at work: product, batch, codes, a certificate and people. How they come about is told elsewhere. */
export async function makeStock(site: Site, identification: string): Promise<Stock> {
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
