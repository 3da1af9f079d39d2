import { addDemonstration } from '../../apps/server/test/demonstration.ts'
import { readAccounts } from '../../apps/server/src/seed/demo-accounts.ts'
import { chainBatch } from '../../apps/server/src/seed/story.ts'
import type { Person } from './people.ts'
import type { Site } from './site.ts'

/**
 * The demonstration that a newcomer finds after the first start. Where the site did not begin with it (`demonstration` of
 * a journey), it is made now, which takes long.
 * @returns its people by account
 */
export async function makeDemonstration({ world }: Site): Promise<(userName: string) => Person> {
  const { dataDir } = world.services.settings
  if (!readAccounts(dataDir)) await addDemonstration(world)
  const { rows } = await world.admin.query<{ id: number; tenant_id: number; user_name: string }>(
    'select id, tenant_id, user_name from account',
  )
  const accounts = readAccounts(dataDir)
  return userName => {
    const account = accounts?.find(({ username }) => username === userName)
    const row = rows.find(({ user_name }) => user_name === userName)
    if (!account || !row) throw new Error(`The demonstration has no ${userName}`)
    return { id: row.id, tenantId: row.tenant_id, userName, password: account.password }
  }
}

/** A code of the demonstration whose goods went from company to company, to a buyer. */
export async function soldCode({ world }: Site): Promise<string> {
  const { rows } = await world.admin.query<{ number: number }>(
    `select r.request_number as number from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
     where b.batch_number = $1 and r.code_type = 'item' and r.origin = 'own'`,
    [chainBatch],
  )
  const { directory } = world.services
  return directory.codesOf((await directory.find(rows[0]!.number))!).code(5)
}
