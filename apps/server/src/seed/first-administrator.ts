import { randomBytes } from 'node:crypto'
import { createAccount, equipEnterprise } from '../areas/tenant/create.ts'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/sql.ts'

/** First start of a production installation: one administrator with a password that only serves to set another. */
export async function firstAdministrator(services: Services, say: (line: string) => void): Promise<void> {
  await services.database.acrossTenants('seed', async db => {
    if (await db.maybe(sql`select 1 from account limit 1`)) return
    const deptId = await equipEnterprise(db, services.secrets, 1, 'Platform')
    const password = randomBytes(12).toString('base64url')
    await createAccount(db, 1, {
      userName: 'admin',
      nickName: 'Administrator',
      password,
      userType: 1,
      deptId,
      roleKeys: ['superAdmin'],
      initialHours: 72,
    })
    say(`First start: sign in as "admin" with the one-time password ${password} within 72 hours and set your own.`)
  })
}
