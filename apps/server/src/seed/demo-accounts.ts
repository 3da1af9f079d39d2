import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileSafely } from '../platform/installation/write-file.ts'

/** One line of the file with the demonstration's passwords. */
export interface DemoAccount {
  role: string
  username: string
  password: string
}

/** Its name in the data folder. */
export const accountsFile = 'demo-accounts.json'

/** @returns undefined when the file does not exist or is incomplete */
export function readAccounts(dataDir: string): DemoAccount[] | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dataDir, accountsFile), 'utf8'))
    return Array.isArray(read) ? (read as DemoAccount[]) : undefined
  } catch {
    return undefined
  }
}

/** Passwords by name: stored ones, and new ones for the rest. The file holds them all when this returns. */
export async function loadOrCreatePasswords(
  dataDir: string,
  accountNames: readonly Omit<DemoAccount, 'password'>[],
): Promise<Map<string, string>> {
  const before = new Map(readAccounts(dataDir)?.map(({ username, password }) => [username, password]))
  const accounts = accountNames.map(({ role, username }) => ({
    role,
    username,
    password: before.get(username) ?? `Tm-${randomBytes(6).toString('base64url')}`,
  }))
  await writeFileSafely(join(dataDir, accountsFile), `${JSON.stringify(accounts, null, 2)}\n`)
  return new Map(accounts.map(({ username, password }) => [username, password]))
}
