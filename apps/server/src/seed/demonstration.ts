import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { createAccount, createEnterprise, equipEnterprise } from '../areas/tenant/create.ts'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/sql.ts'
import { demoAccounts, demoEnterprises } from './demo-people.ts'

export interface DemoAccount {
  role: string
  username: string
  password: string
}

/** Makes the demonstration once, and prints its accounts at every start. */
export async function seedDemonstration(services: Services, say: (line: string) => void): Promise<void> {
  const file = join(services.settings.dataDir, 'demo-accounts.json')
  const seeded = await services.database.acrossTenants('seed', db => db.maybe(sql`select 1 from account limit 1`))
  if (!seeded) {
    const accounts = await seedPeople(services)
    writeFileSync(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  }
  if (existsSync(file)) {
    say('Demonstration accounts (also in demo-accounts.json of the data folder):')
    for (const { role, username, password } of JSON.parse(readFileSync(file, 'utf8')) as DemoAccount[]) say(`  ${username.padEnd(18)} ${password.padEnd(16)} ${role}`)
  }
}

async function seedPeople(services: Services): Promise<DemoAccount[]> {
  const listed: DemoAccount[] = []
  await services.database.acrossTenants('seed', async db => {
    const tenants = new Map<string, { id: number; deptId: number }>([['platform', { id: 1, deptId: await equipEnterprise(db, services.secrets, 1, '平台运营中心') }]])
    for (const enterprise of demoEnterprises) tenants.set(enterprise.identification, await createEnterprise(db, services.secrets, enterprise))
    for (const account of demoAccounts) {
      const tenant = tenants.get(account.tenant)!
      const password = `Tm-${randomBytes(6).toString('base64url')}`
      await createAccount(db, tenant.id, { ...account, deptId: tenant.deptId, password })
      listed.push({ role: account.roleKeys[0]!, username: account.userName, password })
    }
  })
  return listed
}
