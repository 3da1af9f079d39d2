import type { EnterpriseRestore, RowOutcome, TableOutcome } from './restore-enterprise.ts'

/** Conflicts that are named in the terminal; a plan file names all. */
const mostNamed = 20

const numberOf = ({ rowsOutcome }: TableOutcome, result: RowOutcome['result'], state?: RowOutcome['state']) =>
  rowsOutcome.filter(row => row.result === result && (state === undefined || row.state === state)).length

/** The lines that report a restore of one enterprise, or its plan. */
export function restoreLines(restored: EnterpriseRestore, options: { commit: boolean; seconds: number }): string[] {
  const { backup, enterprise, tables, files, committed } = restored
  const differing = tables.filter(({ missing, changed, rowsOutcome }) => missing + changed + rowsOutcome.length > 0)
  const conflicts = tables.flatMap(({ table, rowsOutcome }) =>
    rowsOutcome.filter(({ result }) => result === 'conflict').map(({ key, detail }) => `  ${table}/${key}: ${detail}`),
  )
  const personal = tables.filter(table => table.personal && numberOf(table, 'putBack') > 0).map(({ table }) => table)
  const withheld = tables.reduce((sum, table) => sum + (table.class === 'grant' ? numberOf(table, 'left') : 0), 0)
  return [
    `Enterprise ${enterprise.identification}, backup as of ${backup.takenAt}: ${tables.length} tables compared in ${options.seconds.toFixed(1)} s`,
    ...(differing.length > 0 ? tableLines(differing, committed) : ['  no row of the backup is missing or changed']),
    `  files: ${files.count} contents${files.missing.length > 0 ? `, ${files.missing.length} more are not in the backup: their records show them as missing` : ''}`,
    ...(withheld > 0
      ? [`Note: ${withheld} rights (roles, permissions, authorizations, consents) are not put back: --grants does so`]
      : []),
    ...(personal.length > 0
      ? [
          `Note: ${personal.join(', ')} name people. Was one removed because that person asked for it? Leave it out: --except <table>/<key>`,
        ]
      : []),
    ...(conflicts.length > 0 ? [`${conflicts.length} rows cannot be written:`, ...conflicts.slice(0, mostNamed)] : []),
    ...(conflicts.length > mostNamed ? [`  … and ${conflicts.length - mostNamed} more (--plan <file>)`] : []),
    closingLine(restored, options.commit),
  ]
}

function tableLines(tables: readonly TableOutcome[], committed: boolean): string[] {
  const width = Math.max(...tables.map(({ table }) => table.length), 5)
  const head = [
    'missing',
    'changed',
    'new',
    committed ? 'put back' : 'to put back',
    committed ? 'reverted' : 'to revert',
  ]
  const cell = (text: string | number) => String(text).padStart(11)
  return [
    `  ${'table'.padEnd(width)} ${head.map(cell).join('')}`,
    ...tables.map(one => {
      const counts = [one.missing, one.changed, one.added, numberOf(one, 'putBack'), numberOf(one, 'overwritten')]
      return `  ${one.table.padEnd(width)} ${counts.map(cell).join('')}${one.why ? `  never: ${one.why}` : ''}`
    }),
  ]
}

function closingLine({ putBack, overwritten, conflicts, committed }: EnterpriseRestore, commit: boolean): string {
  if (committed) return `Restored: ${putBack} rows put back, ${overwritten} rows have their earlier values.`
  if (putBack + overwritten === 0) return 'There is nothing to restore; nothing was written.'
  if (commit && conflicts > 0)
    return 'Nothing was written: leave these rows out with --skip-conflicts, or settle them first'
  return `Nothing was written: this is a plan. Add --commit to put ${putBack} rows back and revert ${overwritten}.`
}
