import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoAccount } from '../apps/server/src/seed/demo-accounts.ts'
import { seedDemonstration } from '../apps/server/src/seed/demonstration.ts'
import type { Person } from './people.ts'
import type { Site } from './site.ts'

/** Makes the demonstration that a newcomer finds after the first start. @returns its people by account */
export async function makeDemonstration({ world }: Site): Promise<(userName: string) => Person> {
  // Processes of production have been told that all is there; the demonstration is made only where that is still to come.
  await world.admin.query(`update installation set state = 'making'`)
  await seedDemonstration(world.services, () => {})
  const { rows } = await world.admin.query<{ id: number; user_name: string }>('select id, user_name from account')
  const file = join(world.services.settings.dataDir, 'demo-accounts.json')
  const accounts: DemoAccount[] = JSON.parse(readFileSync(file, 'utf8'))
  return userName => {
    const account = accounts.find(({ username }) => username === userName)
    const row = rows.find(({ user_name }) => user_name === userName)
    if (!account || !row) throw new Error(`The demonstration has no ${userName}`)
    return { id: row.id, userName, password: account.password }
  }
}
