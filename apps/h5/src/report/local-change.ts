/** A wish of the reporter that the office withdraws or corrects a record of theirs, as the phone stores it until it is sent. */
import { isOneOf } from '@timbermark/contract'
import type { ChangeKind, ChangeOfRecord, ProposedChange, StageKey } from '@timbermark/contract'
import type { StageAttribute } from '@timbermark/contract/stages'
import type { Delivery, FieldValue } from './report.ts'
import type { Id } from './wire.ts'

/** Entries of a record beside its form's values. */
export const headKeys = ['documentCode', 'operator', 'time'] as const
export type HeadKey = (typeof headKeys)[number]

/** A record as far as a change of it is asked for. */
export interface ChangedRecord {
  recordId: Id
  stage: StageKey
  batchNumber?: string | null
  attributes: readonly StageAttribute[] | undefined
  /** Its entries by key: those of the form, and document code, operator and time. */
  answers: Readonly<Record<string, FieldValue>>
  /** The newest request that the server has. */
  change: ChangeOfRecord | null
  /** Until when the reporter may ask; null when they may not, undefined when only the server knows. */
  changeUntil: string | null | undefined
}

/** What the person entered. Stored on the phone: property names must stay. */
export interface ChangeContent {
  recordId: Id
  change: ChangeKind
  reason: string
  /** The right values of a correction by the key of their entry, those of the form as they are typed. */
  proposed: Record<string, FieldValue>
  /** For lists that do not have the record. */
  stage: StageKey
  batchNumber?: string
}

export interface LocalChange extends Delivery {
  kind: 'change'
  content: ChangeContent
  /** The server's number of the request. */
  changeId?: Id
}

/** An empty wish about a record. */
export function newChange(input: { id: string; owner: string; now: number; content: ChangeContent }): LocalChange {
  const { id, owner, now, content } = input
  return {
    kind: 'change',
    key: id,
    owner,
    reportId: id,
    state: 'draft',
    content,
    createdAt: now,
    updatedAt: now,
    attempts: 0,
    nextAt: 0,
    left: false,
  }
}

/** The body of the call: always identical for the same wish, because the server compares retries. */
export function changeBody({ content }: Pick<LocalChange, 'content'>) {
  const { recordId, change, reason, proposed } = content
  const isHead = (key: string): key is HeadKey => isOneOf(headKeys, key)
  const entries = Object.entries(proposed).sort(([a], [b]) => (a < b ? -1 : 1))
  const head = Object.fromEntries(entries.filter(([key]) => isHead(key)).map(([key, value]) => [key, String(value)]))
  const values = Object.fromEntries(entries.filter(([key]) => !isHead(key)))
  const wish: ProposedChange = { ...head, ...(Object.keys(values).length > 0 && { values }) }
  return {
    recordId: Number(recordId),
    kind: change,
    reason,
    ...(change === 'correction' && entries.length > 0 && { proposed: wish }),
  }
}
