import type { SealedMention, SealedParent } from '@timbermark/contract/trace'
import type { Withdrawn } from './proven.ts'
import type { Statement } from './evidence.ts'
import { batchMention, blockMention, ownMention, ownMove } from './kinds.ts'
import { shaped, shortChain, statementsOf, type Walked } from './walked.ts'

/** That a record was made, corrected or withdrawn. */
export interface Mention {
  /** When that was sealed. */
  at: string
  record: SealedMention
  parent: SealedParent | null
  statement: Statement
}

/** That a code was packed, repacked or unpacked without a report. */
export interface Move {
  /** What it is in after it; null when it is in nothing. */
  into: SealedParent | null
}

/** Mentions that are given, and how many entries are left out where they stand. */
export interface Mentions {
  mentions: readonly Mention[]
  /** The same with the moves between them, in the order in which they were entered. */
  steps: readonly (Mention | Move)[]
  hidden: number
}

const none: Mentions = { mentions: [], steps: [], hidden: 0 }

/** The mentions of several chains. */
export function joinMentions(parts: readonly Mentions[]): Pick<Mentions, 'mentions' | 'hidden'> {
  return {
    mentions: parts.flatMap(({ mentions }) => mentions),
    hidden: parts.reduce((sum, { hidden }) => sum + hidden, 0),
  }
}

/** What was reported of a whole batch. */
export function batchMentions(walked: Walked, records: string): Mentions {
  return readMentions(walked, records, 'records', statement => {
    const says = isOpenMention(statement) ? shaped(statement, batchMention) : undefined
    return says && { at: says.at, record: says.record, parent: null, statement }
  })
}

/** What was reported of single codes, as far as it concerns this one. */
export function blockMentions(walked: Walked, block: string, serial: number): Mentions {
  return readMentions(walked, block, 'block', statement => {
    const codes = shaped(statement, blockMention)?.codes
    if (!codes) return undefined
    if (!codes.some(([from, to]) => from <= serial && serial < to)) return null
    if (statement.fields.get('kind') === 'move') {
      const move = shaped(statement, ownMove)
      return move && { into: move.parent }
    }
    const says = isOpenMention(statement) ? shaped(statement, ownMention) : undefined
    return says && { at: says.at, record: says.record, parent: says.parent ?? null, statement }
  })
}

const isMention = (step: Mention | Move): step is Mention => 'record' in step

/** A mention is open to whoever it concerns: a field that is closed could be the withdrawal. */
function isOpenMention({ fields, given }: Statement): boolean {
  return fields.get('kind') === 'mention' && given.closed.length === 0
}

/** @param read the mention or the move; null when it is about other codes, undefined when it is not what it has to be */
function readMentions(
  walked: Walked,
  subject: string,
  about: 'records' | 'block',
  read: (statement: Statement) => Mention | Move | null | undefined,
): Mentions {
  const chain = walked.chain(subject, about)
  if (!chain) return none
  const steps: (Mention | Move)[] = []
  for (const statement of statementsOf(chain)) {
    const step = read(statement)
    if (step !== null) walked.meet(statement, about)
    if (step === undefined) walked.fail('field', about)
    else if (step) steps.push(step)
  }
  const hidden = chain.count - chain.entries.length
  if (hidden > 0 && chain.count <= shortChain) walked.fail('missing', about)
  return { mentions: steps.filter(isMention), steps, hidden }
}

/** The newest mention of each record, withdrawn ones too. Two that say different things of one version are none. */
export function newestOf(walked: Walked, mentions: readonly Mention[]): Mention[] {
  const newest = new Map<number, Mention>()
  for (const mention of mentions) {
    const { record, version } = mention.record
    const known = newest.get(record)
    if (known && known.record.version === version && !sameMention(known.record, mention.record))
      walked.fail('entry', String(record))
    if (!known || version >= known.record.version) newest.set(record, mention)
  }
  return [...newest.values()]
}

function sameMention(a: SealedMention, b: SealedMention): boolean {
  return a.says === b.says && a.stage === b.stage && a.status === b.status
}

export const isLive = ({ record }: Mention) => record.status === 'current'

/** Those of the newest mentions that take a record back. */
export function withdrawnOf(newest: readonly Mention[]): Withdrawn[] {
  return newest
    .filter(mention => !isLive(mention))
    .map(({ at, record }) => ({ recordId: String(record.record), stage: record.stage, at }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
