import { randomBytes } from 'node:crypto'
import { createAccount, equipEnterprise } from '../areas/tenant/create.ts'
import { lockInstallation, markReady } from '../platform/installation/installation.ts'
import type { Services } from '../platform/services.ts'
import { SettingsError } from '../platform/settings.ts'
import { sql } from '../platform/database/sql.ts'

/**
 * First start of a production installation: creates one administrator with a one-time password. The password is printed
 * before the commit: an interruption in between leaves no account, and the next start prints another password.
 * @throws SettingsError when the database holds an incomplete demonstration
 */
export async function firstAdministrator(services: Services, say: (line: string) => void): Promise<void> {
  await services.database.acrossTenants('seed', async db => {
    const { state } = await lockInstallation(db)
    if (state === 'ready') return
    if (await db.maybe(sql`select 1 from account limit 1`))
      throw new SettingsError(
        'DATA_DIR: the database holds an incomplete demonstration; let npm start finish it, or set another DATA_DIR',
      )
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
    await markReady(db)
    say(`First start: sign in as "admin" with the one-time password ${password} within 72 hours and set your own.`)
  })
}
