import { canonicalize, type Json } from '@timbermark/ledger'
import type { SealedMention, SealedRanges } from '@timbermark/contract/trace'
import {
  recomputeDigest,
  digestOf,
  type Fields,
  fieldsText,
  isCanonicalTextOf,
  personalDigests,
  type SealedStatement,
  type Statement,
  parseFields,
} from '../../ledger/sealing/content.ts'
import { openFields } from '../../ledger/sealing/openings.ts'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'
import type { RecordFacts } from './record-facts.ts'
import { mentionStatement, recordStatement, sealedWording } from './record-statement.ts'

/** The statement of a record from today's rows, in the wording in which it was sealed. */
function rebuildStatement(facts: RecordFacts, sealed: SealedStatement): Statement {
  const open = openFields(sealed)
  const { wording, place } = sealedWording(open)
  const { open: rebuilt, ...rest } = recordStatement(facts, wording, facts.place ?? place, String(open.at))
  const asSealed = Object.entries(rebuilt).map(([name, value]) => [
    name,
    lacksCopies(name, open[name]) ? dropCopies(value) : value,
  ])
  return { ...rest, open: Object.fromEntries(asSealed) as Fields }
}

/** Whether a document was sealed before public copies were part of the statement. */
const lacksCopies = (name: string, sealed: Json | undefined) =>
  name.startsWith('document/') && sealed !== undefined && !('copies' in (sealed as object))

function dropCopies(value: Json | undefined): Json {
  const { copies: _, ...then } = value as { [member: string]: Json }
  return then
}

/** Digests of the personal fields from today's row; the sealed digests when the personal data was removed. */
function rebuildPersonalDigests(facts: RecordFacts, statement: Statement, sealed: SealedStatement): string {
  return facts.personalSalt ? canonicalize(personalDigests(statement.personal, facts.personalSalt)) : sealed.personal
}

interface Comparison {
  facts: string
  open: string
  withheld: string
  personal: string
}

/** Successful comparisons by record id. Texts longer than the limit are not cached. */
const matched = new Cache<number, Comparison>(5000)
const maxCachedLength = 16_000
registerCache('comparedRecords', matched)

/**
 * Checks whether a record's row still matches its sealed content, without hashing the open fields; pages that show statements
 * without proofs use it. Goods of one batch share their records, so successful comparisons are cached as long as the row,
 * its documents and files, and the sealed content are unchanged.
 */
export function matchesSealedRecord(facts: RecordFacts, sealed: SealedStatement): boolean {
  const { open, withheld, personal } = sealed
  const text = factsText(facts)
  const isSame = (before: Comparison) =>
    before.facts === text && before.open === open && before.withheld === withheld && before.personal === personal
  if (matched.lookUp(facts.id, isSame)) return true
  const rebuilt = rebuildStatement(facts, sealed)
  const isUnchanged =
    isCanonicalTextOf(open, rebuilt.open, openFields(sealed)) &&
    isCanonicalTextOf(withheld, rebuilt.withheld) &&
    rebuildPersonalDigests(facts, rebuilt, sealed) === personal
  if (isUnchanged && text.length + open.length < maxCachedLength)
    matched.set(facts.id, { facts: text, open, withheld, personal })
  return isUnchanged
}

/** All facts as one text; different facts have different texts. */
const factsText = (facts: RecordFacts): string =>
  JSON.stringify(facts, (_key, value) => (value instanceof Map ? [...value] : value))

/** Rebuilds the digest of a record from today's row. */
export function rebuildRecordDigest(facts: RecordFacts, sealed: SealedStatement): Buffer {
  if (matchesSealedRecord(facts, sealed)) return sealed.digest
  const rebuilt = rebuildStatement(facts, sealed)
  return digestOf({
    open: fieldsText(rebuilt.open),
    withheld: fieldsText(rebuilt.withheld),
    personal: rebuildPersonalDigests(facts, rebuilt, sealed),
    secret: sealed.secret,
  })
}

/** Rebuilds the digest of a mention from today's rows. @param codes today's codes of its block; undefined in the chain of a batch */
export function rebuildMentionDigest(
  facts: RecordFacts,
  sealedMention: SealedStatement,
  codes: SealedRanges | undefined,
): Buffer {
  const sealed = parseFields(sealedMention.open)
  const mention = sealed.record as unknown as SealedMention
  // The codes of a voided record are not current; its mention was sealed with them.
  const { open } = mentionStatement(
    facts,
    mention,
    String(sealed.at),
    codes && (facts.current || facts.status === 'voided' ? codes : []),
  )
  // No entry seals a superseded row, so the digest must differ.
  const status = facts.status === 'superseded' ? { status: facts.status } : {}
  const record = { ...(open.record as object), ...status } as Json
  return recomputeDigest(sealedMention, { open: fieldsText({ ...open, record }) })
}
