import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'
import { unnamedTables } from './statements.ts'
import { tenantTables } from './tables.ts'

const source = join(import.meta.dirname, '../../src/')

/** Tables of the trade are read across enterprises; row security decides by whom. */
const trade = ['listing', 'quote']

/** Source file of the statement: the first caller outside of the database layer. */
function callingFile(): string | undefined {
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
 * Watches every statement inside a tenant's transaction: each use of a table of tenants must be compared with the tenant by a
 * parameter. Row security excludes the rows of others anyway; the parameter is a second protection, and leads a distributed
 * database to one machine.
 * @returns a check to call at the end: throws when a statement did not name its tenant
 */
export async function watchTenants(database: Database, admin: pg.Client): Promise<() => void> {
  const tables = new Set((await tenantTables(admin)).filter(table => !trade.includes(table)))
  const unnamedByText = new Map<string, string[]>()
  const offending = new Map<string, string>()
  database.onTenantStatement = text => {
    const unnamed = unnamedByText.get(text) ?? unnamedTables(text, tables)
    unnamedByText.set(text, unnamed)
    if (unnamed.length === 0) return
    // Statements of the tests themselves are free.
    const file = callingFile()
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
