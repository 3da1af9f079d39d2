import type { SealedMention } from '@timbermark/contract/trace'
import { toBase64Url, withdrawalsSubject } from '@timbermark/ledger/sealed'
import { parseHash } from './bytes.ts'
import type { WithdrawnRecord } from './proven.ts'
import type { Chain, OpenedEntry } from './evidence.ts'
import { codesFacts, mentionFacts } from './kinds.ts'
import { parseFields, maxCompleteChain, type ProofWalk } from './proof-walk.ts'

/** An entry that a record was created, corrected or withdrawn. */
export interface Mention {
  /** When the mention was sealed. */
  at: string
  record: SealedMention
  entry: OpenedEntry
}

/** Mentions in the answers, and how many entries of their chains are left out. */
export interface Mentions {
  mentions: readonly Mention[]
  /** Mentions that wait to be entered. */
  waiting: readonly Mention[]
  hidden: number
  /** How many withdrawals may be among those that are left out; null when nothing is left out. */
  hiddenWithdrawals: number | null
}

const noMentions: Mentions = { mentions: [], waiting: [], hidden: 0, hiddenWithdrawals: null }

/** Joins the mentions of several chains. */
export function joinMentions(parts: readonly Mentions[]): Mentions {
  return {
    mentions: parts.flatMap(({ mentions }) => mentions),
    waiting: parts.flatMap(({ waiting }) => waiting),
    hidden: parts.reduce((sum, { hidden }) => sum + hidden, 0),
    hiddenWithdrawals: parts.reduce<number | null>(
      (sum, { hiddenWithdrawals: more }) => (more === null ? sum : (sum ?? 0) + more),
      null,
    ),
  }
}

/** Proves what was reported about the complete batch. */
export function proveBatchMentions(walk: ProofWalk, records: string): Mentions {
  return proveMentions(walk, records, 'records', parseMention)
}

/** Proves what was reported about single codes, as far as it concerns this one. */
export function proveBlockMentions(walk: ProofWalk, block: string, serial: number): Mentions {
  return proveMentions(walk, block, 'block', entry => {
    const codes = parseFields(entry, codesFacts)?.codes
    if (!codes) return undefined
    if (!codes.some(([from, to]) => from <= serial && serial < to)) return null
    // Old packing entries in blocks (`move`) are ignored: the same packings are in spans now.
    return entry.fields.get('kind') === 'move' ? null : parseMention(entry)
  })
}

/** A mention must be completely open for the codes that it concerns: a closed field could hide a withdrawal. */
function parseMention(entry: OpenedEntry): Mention | undefined {
  const { fields, opening } = entry
  const isOpen = fields.get('kind') === 'mention' && opening.closed.length === 0
  const facts = isOpen ? parseFields(entry, mentionFacts) : undefined
  return facts && { at: facts.at, record: facts.record, entry }
}

type About = 'records' | 'block'
/** Returns the mention; null when it is about other codes, undefined when it is invalid. */
type ParseEntry = (entry: OpenedEntry) => Mention | null | undefined

function proveMentions(walk: ProofWalk, subject: string, about: About, parse: ParseEntry): Mentions {
  const chain = walk.requireChain(subject, about)
  if (!chain) return noMentions
  const mentions = parseEntries(walk, chain, about, parse)
  const waiting = chain.waiting.flatMap(entry => parse(entry) ?? [])
  const hidden = countHidden(walk, chain, about)
  if (hidden === 0) return { mentions, waiting, hidden, hiddenWithdrawals: null }
  const withdrawals = proveWithdrawals(walk, subject, about, parse)
  return { mentions: [...mentions, ...withdrawals.mentions], waiting, hidden, hiddenWithdrawals: withdrawals.hidden }
}

/** Withdrawals in a chain that is not given completely: they have a chain of their own, so that none of them is left out unseen. */
function proveWithdrawals(
  walk: ProofWalk,
  subject: string,
  about: About,
  parse: ParseEntry,
): Pick<Mentions, 'mentions' | 'hidden'> {
  const chain = walk.requireChain(toBase64Url(withdrawalsSubject(parseHash(subject)!)), about)
  if (!chain) return noMentions
  const mentions = parseEntries(walk, chain, about, parse)
  if (mentions.some(isCurrent)) walk.fail('field', about)
  return { mentions, hidden: countHidden(walk, chain, about) }
}

function parseEntries(walk: ProofWalk, chain: Chain, about: About, parse: ParseEntry): Mention[] {
  return walk.entriesOf(chain).flatMap(entry => {
    const mention = parse(entry)
    if (mention !== null) walk.compareWithDatabase(entry, about)
    return mention ?? (mention === null ? [] : (walk.fail('field', about) ?? []))
  })
}

/** Number of entries that the answers leave out, which must be a long chain's. */
function countHidden(walk: ProofWalk, { count, entries }: Chain, about: About): number {
  const hidden = count - entries.length
  if (hidden > 0 && count <= maxCompleteChain) walk.fail('missing', about)
  return hidden
}

/** The newest mention of each record, withdrawn ones too. Two different mentions of one version are a fault. */
export function newestMentions(walk: ProofWalk, mentions: readonly Mention[]): Mention[] {
  const newest = new Map<number, Mention>()
  for (const mention of mentions) {
    const { record, version } = mention.record
    const newer = newest.get(record)
    if (newer && newer.record.version === version && !sameMention(newer.record, mention.record))
      walk.fail('entry', String(record))
    if (!newer || version >= newer.record.version) newest.set(record, mention)
  }
  return [...newest.values()]
}

function sameMention(a: SealedMention, b: SealedMention): boolean {
  return a.says === b.says && a.stage === b.stage && a.status === b.status
}

/** Lists the records that wait, as what they would be beside the newest sealed mention of the same record. */
export function addPendingRecords(walk: ProofWalk, waiting: readonly Mention[], newest: readonly Mention[]): void {
  const sealed = new Set(newest.map(({ record }) => record.record))
  const seen = new Set<string>()
  for (const { entry, record } of waiting) {
    // A report about codes in several blocks waits in each of them.
    const version = `${record.record}/${record.version}`
    if (seen.has(version)) continue
    seen.add(version)
    const action = record.status === 'voided' ? 'withdrawn' : sealed.has(record.record) ? 'corrected' : 'added'
    walk.addPending(entry, String(record.record), {
      of: 'record',
      record: { recordId: String(record.record), stage: record.stage, action },
    })
  }
}

export const isCurrent = ({ record }: Mention) => record.status === 'current'

/** The records that their newest mention withdraws. */
export function withdrawnRecords(newest: readonly Mention[]): WithdrawnRecord[] {
  return newest
    .filter(mention => !isCurrent(mention))
    .map(({ at, record }) => ({ recordId: String(record.record), stage: record.stage, at }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
