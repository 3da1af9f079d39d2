import { canonicalize } from '@timbermark/ledger'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { breakStatement, breakSubject, readBreaks } from './breaks.ts'
import {
  type CheckBlock,
  type CheckCounts,
  type CheckedBlock,
  type CheckPlace,
  type CheckSection,
  type LedgerFault,
  noCounts,
  type ReportFault,
} from './check-section.ts'
import { announcementStatement, beginningStatement, readKeyChanges } from './key-changes.ts'
import type { LedgerLog } from './log.ts'
import { entriesSection } from './verify-entries.ts'
import { indexedSection, indexSection } from './verify-index.ts'

export interface LedgerCheck extends CheckCounts {
  /** The first faults; empty when everything agrees. */
  faults: LedgerFault[]
}

export const maxFaults = 1000

/** Each stored break and key must equal the log's own statements: the entries before and after it. */
const checkStatements: CheckBlock = async (db, _from, { log, fault }) => {
  const breaks = await readBreaks(db)
  for (const declared of breaks) {
    if ((await textAt(db, declared.former.size)) !== canonicalize(breakStatement(declared, log)))
      fault('breakWrong', breakSubject(declared.epoch))
  }
  const changes = await readKeyChanges(db)
  for (const change of changes) {
    const { epoch, former } = change
    const last = await textAt(db, former.size - 1)
    const first = await textAt(db, former.size)
    if (last !== canonicalize(announcementStatement(change)) || first !== canonicalize(beginningStatement(change)))
      fault('keyWrong', `ledger_key/${epoch}`)
  }
  return { next: {}, ended: true, items: breaks.length + changes.length }
}

async function textAt(db: Db, index: number): Promise<string | undefined> {
  return (await db.maybe<{ text: string }>(sql`select text from ledger_entry where index = ${index}`))?.text
}

/** The log itself: declared breaks and keys, entries with tiles and heads, and the index. */
export const logSections: readonly CheckSection[] = [
  { name: 'statements', table: 'ledger_break', check: checkStatements },
  entriesSection,
  indexSection,
  indexedSection,
]

/** Checks one block, in a snapshot of its own, so that a group appended meanwhile is no fault. */
export async function runBlock(
  database: Database,
  log: LedgerLog,
  check: CheckBlock,
  from: CheckPlace | undefined,
): Promise<CheckedBlock & { faults: LedgerFault[] }> {
  const faults: LedgerFault[] = []
  const fault: ReportFault = (kind, place, tenantId) => {
    if (faults.length < maxFaults)
      faults.push({ kind, place: String(place), ...(tenantId === undefined ? {} : { tenantId }) })
  }
  const checked = await database.acrossTenants('ledger', async db => {
    await db.execute(sql`set transaction isolation level repeatable read, read only`)
    return check(db, from, { log, fault })
  })
  return { ...checked, faults }
}

export function addCounts(sum: CheckCounts, more: Partial<CheckCounts> = {}): void {
  for (const [name, count] of Object.entries(more) as [keyof CheckCounts, number][]) sum[name] += count
}

/**
 * Reads and recomputes the whole ledger, block by block: every entry, tile, signed head, declared break and change of key, and
 * the index; then the `further` sections. Time grows with the ledger, memory does not.
 * @param log in any of its epochs
 */
export async function checkWholeLedger(
  database: Database,
  log: LedgerLog,
  further: readonly CheckSection[] = [],
): Promise<LedgerCheck> {
  const check: LedgerCheck = { ...noCounts, faults: [] }
  for (const section of [...logSections, ...further])
    for (let from: CheckPlace | undefined; ; ) {
      const { next, ended, counts, faults } = await runBlock(database, log, section.check, from)
      addCounts(check, counts)
      check.faults.push(...faults.slice(0, maxFaults - check.faults.length))
      if (ended) break
      from = next
    }
  return check
}
