import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'
import { unnamedTables } from './statements.ts'
import { tenantTables } from './tables.ts'

const source = join(import.meta.dirname, '../../src/')

/** The trade's tables are read over enterprises; row security says by whom. */
const trade = ['listing', 'quote']

/** Where the statement was written: the first caller that is not the database's own door. */
function place(): string | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 30
  const stack = new Error('here').stack ?? ''
  Error.stackTraceLimit = limit
  for (const line of stack.split('\n')) {
    const file = line.split(source)[1]?.split(':')[0]
    if (file && !file.startsWith('platform/database/')) return file
  }
  return undefined
}

/**
 * Watches every statement inside a tenant's transaction: each table of tenants in it must be held to the tenant by a
 * parameter. Row security would keep the others' rows out all the same; named, the tenant is a second lock, and leads a
 * distributed database to one machine.
 * @returns to be asked at the end: throws when a place did not
 */
export async function watchTenants(database: Database, admin: pg.Client): Promise<() => void> {
  const tables = new Set((await tenantTables(admin)).filter(table => !trade.includes(table)))
  const read = new Map<string, string[]>()
  const offending = new Map<string, string>()
  database.onTenantStatement = text => {
    const unnamed = read.get(text) ?? unnamedTables(text, tables)
    read.set(text, unnamed)
    if (unnamed.length === 0) return
    // Statements of tests themselves look and tamper as they like.
    const file = place()
    if (!file) return
    for (const table of unnamed) offending.set(`${file}: ${table}`, text.replace(/\s+/g, ' ').trim())
  }
  return () => {
    if (offending.size > 0)
      throw new Error(
        `Statements that do not name their tenant by a parameter:\n${[...offending].map(([where, text]) => `${where}\n    ${text}`).join('\n')}`,
      )
  }
}
