import type { SealedMention } from '@timbermark/contract/trace'
import type { Withdrawn } from './proven.ts'
import type { Statement } from './evidence.ts'
import { ofCodes, openMention } from './kinds.ts'
import { shaped, shortChain, statementsOf, type Walked } from './walked.ts'

/** That a record was made, corrected or withdrawn. */
export interface Mention {
  /** When that was sealed. */
  at: string
  record: SealedMention
  statement: Statement
}

/** Mentions that are given, and how many entries are left out where they stand. */
export interface Mentions {
  mentions: readonly Mention[]
  hidden: number
}

const none: Mentions = { mentions: [], hidden: 0 }

/** The mentions of several chains. */
export function joinMentions(parts: readonly Mentions[]): Mentions {
  return {
    mentions: parts.flatMap(({ mentions }) => mentions),
    hidden: parts.reduce((sum, { hidden }) => sum + hidden, 0),
  }
}

/** What was reported of a whole batch. */
export function batchMentions(walked: Walked, records: string): Mentions {
  return readMentions(walked, records, 'records', readMention)
}

/** What was reported of single codes, as far as it concerns this one. */
export function blockMentions(walked: Walked, block: string, serial: number): Mentions {
  return readMentions(walked, block, 'block', statement => {
    const codes = shaped(statement, ofCodes)?.codes
    if (!codes) return undefined
    if (!codes.some(([from, to]) => from <= serial && serial < to)) return null
    // What was said of packings in blocks, before they were told in spans, is said there anew.
    return statement.fields.get('kind') === 'move' ? null : readMention(statement)
  })
}

/** A mention is open to whoever it concerns: a field that is closed could be the withdrawal. */
function readMention(statement: Statement): Mention | undefined {
  const { fields, given } = statement
  const isOpen = fields.get('kind') === 'mention' && given.closed.length === 0
  const says = isOpen ? shaped(statement, openMention) : undefined
  return says && { at: says.at, record: says.record, statement }
}

/** @param read the mention; null when it is about other codes, undefined when it is not what it has to be */
function readMentions(
  walked: Walked,
  subject: string,
  about: 'records' | 'block',
  read: (statement: Statement) => Mention | null | undefined,
): Mentions {
  const chain = walked.chain(subject, about)
  if (!chain) return none
  const mentions: Mention[] = []
  for (const statement of statementsOf(chain)) {
    const mention = read(statement)
    if (mention !== null) walked.meet(statement, about)
    if (mention === undefined) walked.fail('field', about)
    else if (mention) mentions.push(mention)
  }
  const hidden = chain.count - chain.entries.length
  if (hidden > 0 && chain.count <= shortChain) walked.fail('missing', about)
  return { mentions, hidden }
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
