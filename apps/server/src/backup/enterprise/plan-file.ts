import { writeFile } from 'node:fs/promises'
import type { EnterpriseRestore } from './restore-enterprise.ts'

/**
 * Writes what happens to each row that differs: CSV when the name ends in `.csv`, otherwise JSON. It holds numbers of rows and
 * names of columns, no values.
 */
export async function writePlan(file: string, restored: EnterpriseRestore): Promise<void> {
  await writeFile(file, file.endsWith('.csv') ? csvOf(restored) : jsonOf(restored), { mode: 0o600 })
}

function jsonOf({ backup, enterprise, tables, files, committed, ...counts }: EnterpriseRestore): string {
  const { id, identification } = enterprise
  const plan = {
    backup: backup.takenAt,
    enterprise: { id, identification },
    committed,
    ...counts,
    files,
    tables: tables.map(({ rowsOutcome, ...table }) => ({ ...table, differing: rowsOutcome })),
  }
  return `${JSON.stringify(plan, null, 1)}\n`
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function csvOf({ tables }: EnterpriseRestore): string {
  const lines = tables.flatMap(({ table, rowsOutcome }) =>
    rowsOutcome.map(({ key, state, result, detail }) => [table, key, state, result, detail]),
  )
  return [['table', 'key', 'state', 'result', 'detail'], ...lines]
    .map(cells => `${cells.map(quoted).join(',')}\r\n`)
    .join('')
}
