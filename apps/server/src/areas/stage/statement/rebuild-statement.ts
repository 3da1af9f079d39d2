import { canonicalize, type Json } from '@timbermark/ledger'
import type { SealedMention, SealedRanges } from '@timbermark/contract/trace'
import {
  digestNow,
  digestOf,
  type Fields,
  fieldsText,
  isTextOf,
  personalDigests,
  type SealedStatement,
  type Statement,
} from '../../ledger/sealing/content.ts'
import { fieldsOf } from '../../ledger/sealing/openings.ts'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'
import type { RecordFacts } from './record-facts.ts'
import { mentionStatement, recordStatement, sealedWording } from './record-statement.ts'

/** What a record says today, in the words in which it was sealed. */
function saidToday(facts: RecordFacts, kept: SealedStatement): Statement {
  const open = fieldsOf(kept)
  const { wording, place } = sealedWording(open)
  const { open: said, ...rest } = recordStatement(facts, wording, facts.place ?? place, String(open.at))
  const asThen = Object.entries(said).map(([name, value]) => [
    name,
    withoutCopies(name, open[name]) ? onlyThen(value) : value,
  ])
  return { ...rest, open: Object.fromEntries(asThen) as Fields }
}

/** Was a paper sealed before copies for buyers were? */
const withoutCopies = (name: string, sealed: Json | undefined) =>
  name.startsWith('document/') && sealed !== undefined && !('copies' in (sealed as object))

function onlyThen(value: Json | undefined): Json {
  const { copies: _, ...then } = value as { [member: string]: Json }
  return then
}

/** Digests of personal fields as the row has them today; those that were sealed once what opens them is forgotten. */
function personalToday(facts: RecordFacts, statement: Statement, kept: SealedStatement): string {
  return facts.personalSalt ? canonicalize(personalDigests(statement.personal, facts.personalSalt)) : kept.personal
}

interface Compared {
  facts: string
  open: string
  withheld: string
  personal: string
}

/** What was found to say the same, by the number of the record; of so many, and none of a longer text. */
const same = new Cache<number, Compared>(5000)
const longest = 16_000
registerCache('comparedRecords', same)

/**
 * Does a record's row still say what was sealed of it? Without hashing what is open: pages that merely state ask this. Goods
 * of one batch have their records in common: what was compared for one reader is not taken apart again for the next, as long
 * as the row, its papers and files, and what was sealed are letter by letter what they were.
 */
export function saysStill(facts: RecordFacts, kept: SealedStatement): boolean {
  const { open, withheld, personal } = kept
  const text = textOf(facts)
  const isSame = (before: Compared) =>
    before.facts === text && before.open === open && before.withheld === withheld && before.personal === personal
  if (same.lookUp(facts.id, isSame)) return true
  const today = saidToday(facts, kept)
  const still =
    isTextOf(open, today.open, fieldsOf(kept)) &&
    isTextOf(withheld, today.withheld) &&
    personalToday(facts, today, kept) === personal
  if (still && text.length + open.length < longest) same.store(facts.id, { facts: text, open, withheld, personal })
  return still
}

/** All facts in one text; two that differ in anything have different ones. */
const textOf = (facts: RecordFacts): string =>
  JSON.stringify(facts, (_key, value) => (value instanceof Map ? [...value] : value))

/** Digest of a record made again from today's row. */
export function recordToday(facts: RecordFacts, kept: SealedStatement): Buffer {
  if (saysStill(facts, kept)) return kept.digest
  const today = saidToday(facts, kept)
  return digestOf({
    open: fieldsText(today.open),
    withheld: fieldsText(today.withheld),
    personal: personalToday(facts, today, kept),
    secret: kept.secret,
  })
}

/** Digest of a mention made again from today's rows. @param codes of its block today; undefined in the chain of a batch */
export function mentionToday(facts: RecordFacts, kept: SealedStatement, codes: SealedRanges | undefined): Buffer {
  const sealed = JSON.parse(kept.open) as Fields
  const said = sealed.record as unknown as SealedMention
  // Of a voided record they no longer count, which is what its mention says of them.
  const { open } = mentionStatement(
    facts,
    said,
    String(sealed.at),
    codes && (facts.current || facts.status === 'voided' ? codes : []),
  )
  // Nothing seals this state of a row: it has to show.
  const status = facts.status === 'superseded' ? { status: facts.status } : {}
  const record = { ...(open.record as object), ...status } as Json
  return digestNow(kept, { open: fieldsText({ ...open, record }) })
}
