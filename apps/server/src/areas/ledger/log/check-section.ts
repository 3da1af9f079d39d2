import type { Db } from '../../../platform/database/database.ts'
import type { LedgerLog } from './log.ts'

/** One fault of the ledger; `place` is a leaf's index, a checkpoint's size, a tile or a subject. */
export interface LedgerFault {
  kind:
    | 'leafMissing'
    | 'leafChanged'
    | 'headWrong'
    | 'headUnsigned'
    | 'headMissing'
    | 'tileWrong'
    | 'tileMissing'
    | 'entryWrong'
    | 'entryDoubled'
    | 'chainBroken'
    | 'indexWrong'
    | 'indexMissing'
    | 'breakWrong'
    | 'keyWrong'
    | 'contentChanged'
    | 'contentGone'
    | 'contentUnlogged'
    | 'subjectChanged'
    | 'subjectGone'
    | 'subjectUnlogged'
    | 'fileChanged'
    | 'fileGone'
  place: string
  /** Enterprise of the row; undefined for faults of the log itself. */
  tenantId?: number
}

/** Reports a fault; `place` is a leaf's index, a checkpoint's size, a tile, a page, or a row as `kind/id`. */
export type ReportFault = (kind: LedgerFault['kind'], place: string | number, tenantId?: number) => void

/** What was examined. */
export interface CheckCounts {
  leaves: number
  heads: number
  tiles: number
  /** Subjects in the index. */
  indexed: number
  /** What the checks of rows examined: contents, rows, files. */
  contents: number
}

export const noCounts: CheckCounts = { leaves: 0, heads: 0, tiles: 0, indexed: 0, contents: 0 }

/** How far a section was checked: where its next block begins, as JSON. */
export type CheckPlace = Readonly<Record<string, unknown>>

/** The result of one block. */
export interface CheckedBlock {
  next: CheckPlace
  /** Nothing comes after this block at the moment; what is added later begins at `next`. */
  ended: boolean
  /** Rows read in order to go on, so that a block can be told from one that reads everything. */
  items: number
  counts?: Partial<CheckCounts>
}

/** Checks one block. @param from undefined for the first one */
export type CheckBlock = (
  db: Db,
  from: CheckPlace | undefined,
  context: { log: LedgerLog; fault: ReportFault },
) => Promise<CheckedBlock>

/**
 * One kind of rows of the ledger, or of what is sealed in it, checked in blocks. Each block has a snapshot of its own, in which
 * entries, heads, tiles and index agree, because the sequencer writes them in one transaction.
 */
export interface CheckSection {
  name: string
  /** The table whose rows it goes through; its size decides how much is checked in one night. */
  table: string
  check: CheckBlock
  /** What was added since a place, where additions have an order of their own. */
  added?: {
    check: CheckBlock
    /** The place after everything that there is; undefined where none can be trusted. */
    newest(db: Db, log: LedgerLog): Promise<CheckPlace | undefined>
  }
  /** A block needs what the blocks before it computed: a place after a fault is not continued from. */
  carries?: true
}
