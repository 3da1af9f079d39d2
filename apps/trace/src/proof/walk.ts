import { parseCode } from '@timbermark/codes'
import { wordIn } from '@timbermark/contract/texts'
import type { SealedProof } from '@timbermark/contract/trace'
import type { PromiseNote } from '@timbermark/ledger/sealed'
import { verifyAnchor } from './anchor.ts'
import { proveCodeMentions } from './blocks.ts'
import { proveCertification } from './certification.ts'
import { ProofEvidence, type AnswerWithHead, openContentsAhead } from './evidence.ts'
import { Faults } from './faults.ts'
import { proveItemFacts } from './item-facts.ts'
import { type Head, isStatedInLog, keyName, openHead } from './head.ts'
import { judgeHeadAge } from './head-age.ts'
import { isContinuation } from './continuation.ts'
import { buildProvenItem } from './item.ts'
import {
  addPendingRecords,
  proveBatchMentions,
  isCurrent,
  joinMentions,
  newestMentions,
  withdrawnRecords,
} from './mentions.ts'
import { parseProofAnswer } from './parse-answer.ts'
import type { HeadAge, TrustedInput, ProvenItem, WalkResult, WalkProof } from './proven.ts'
import { proveCustody } from './custody.ts'
import { proveLabelLife } from './label-life.ts'
import { checkContents, proveRecord } from './records.ts'
import { judgePromises, noPromises } from './kept-promises.ts'
import { openPromises } from './promises.ts'
import { ProofWalk } from './proof-walk.ts'
import { verifyRequestSubjects } from './request-subjects.ts'
import { verifyWitnesses } from './witnesses.ts'

/**
 * Verifies proof answers against what the reader has independently: the code on the item, the keys that came with the page's
 * script, and the head that the browser saw before. The proof path is described in docs/sealed-fields.md.
 */
export const walkProof: WalkProof = async (answers, input) => {
  const faults = new Faults()
  const log: WalkResult['log'] = {
    size: null,
    time: null,
    age: 'unknown',
    witnesses: [],
    witnessCount: 0,
    anchor: null,
    ...logOfKeys(answers, input),
  }
  try {
    return await walkAnswers(answers, input, faults, log)
  } catch {
    // Any exception means that the answers prove nothing.
    faults.add('unreadable', 'checkpoint')
    return { outcome: faults.outcome() ?? 'unavailable', faults: faults.list, item: null, promises: noPromises, log }
  }
}

async function walkAnswers(
  answers: readonly unknown[],
  input: TrustedInput,
  faults: Faults,
  log: WalkResult['log'],
): Promise<WalkResult> {
  const { opened, heads, size } = await openAnswers(answers, input, faults)
  const head = heads.at(-1)
  for (const { answer } of opened ?? []) await openContentsAhead(answer)
  // Before its first head the log holds nothing, so there is nothing to prove.
  const isBeforeFirstHead = opened !== undefined && heads.length === 0
  const promises = new Map<string, PromiseNote>()
  for (const one of opened ?? [])
    for (const [note, promise] of await openPromises(one.answer, one.head, input.keys)) promises.set(note, promise)
  const requests = await verifyRequestSubjects(opened?.map(({ answer }) => answer) ?? [], input.requestKey)
  const known = { headTime: head?.time, now: input.now, promises, requests }
  const walk = opened && new ProofWalk(new ProofEvidence(opened), faults, known)
  const item = walk && !isBeforeFirstHead ? proveItem(walk, opened, input) : undefined
  const isUnsealed = isBeforeFirstHead || walk?.isUnsealed === true
  // Without an answer nothing can contradict.
  if (!item && !isUnsealed && faults.list.length === 0) faults.add('unreadable', 'checkpoint')
  const last = opened?.at(-1)
  const judged = walk && head && last ? await judgePromises(walk, head, last.answer.breaks, input) : noPromises
  const witnesses = head && last ? await verifyWitnesses(head, last.answer, input) : []
  const age = judgeHeadAge(head?.time ?? null, input.now, Date.parse(last?.answer.now ?? ''))
  return {
    outcome: faults.outcome() ?? (item ? outcomeOf(item, age) : 'stated'),
    faults: faults.list,
    item: item ?? null,
    promises: judged,
    log: head
      ? {
          origin: head.checkpoint.origin,
          verifierKey: head.verifierKey,
          checkpoint: head.signed,
          size: head.checkpoint.size,
          time: head.time === null ? null : new Date(head.time).toISOString(),
          age,
          witnesses,
          witnessCount: input.witnessKeys?.length ?? 0,
          anchor: last ? verifyAnchor(head, last.answer.anchor) : null,
        }
      : { ...log, size },
  }
}

/** The outcome without faults: what is proven as of another day is not proven as of today. */
function outcomeOf(item: ProvenItem, age: HeadAge): WalkResult['outcome'] {
  if (age !== 'fresh') return 'asOf'
  return item.pending.length > 0 ? 'waiting' : 'proven'
}

/**
 * Walks an answer as if everything that waits were in the log, so that a browser compiles the walk before the first real proof
 * arrives. What it returns proves nothing.
 */
export async function rehearseWalk(value: unknown, input: TrustedInput): Promise<Pick<WalkResult, 'faults' | 'item'>> {
  const faults = new Faults()
  const answer = parseProofAnswer(value)
  if (!answer) return { faults: [{ fault: 'unreadable', about: 'checkpoint' }], item: null }
  const opened = [{ answer, head: null }]
  await openContentsAhead(answer)
  const entriesOf: ProofWalk['entriesOf'] = ({ waiting }) => waiting
  const requests = await verifyRequestSubjects([answer], input.requestKey)
  const walk = new ProofWalk(new ProofEvidence(opened), faults, { entriesOf, requests })
  const item = proveItem(walk, opened, input)
  return { faults: faults.list, item: item ?? null }
}

/** Parses the answers and verifies their heads. `opened` is undefined when a head is invalid, because then nothing can be proven. */
async function openAnswers(answers: readonly unknown[], input: TrustedInput, faults: Faults) {
  const stored = input.previousHead === undefined ? undefined : await openHead(input.previousHead, input)
  // A stored head that no key of the log signed belongs to another log. An unreadable one counts as not stored.
  if (stored && 'fault' in stored && stored.fault !== 'unreadable') faults.add('history', 'checkpoint')
  const previous = stored && !('fault' in stored) ? stored : undefined
  const opened: AnswerWithHead[] = []
  const heads: Head[] = []
  let size: number | null = null
  let isBroken = false
  for (const value of answers) {
    const answer = parseProofAnswer(value)
    if (!answer) {
      faults.add('unreadable', 'checkpoint')
      continue
    }
    const head = answer.checkpoint === '' ? null : await openHead(answer.checkpoint, input)
    if (head && 'fault' in head) {
      faults.add(head.fault, 'checkpoint')
      size = head.size ?? size
      isBroken = true
      continue
    }
    const earlier = { previous, visitHeads: heads }
    const isContinued = head ? await isContinuation(head, earlier, answer.consistency) : !previous && heads.length === 0
    if (!isContinued) faults.add('history', 'checkpoint')
    if (head && !isStatedInLog(head, answer.statement)) faults.add('index', 'checkpoint')
    if (head) heads.push(head)
    opened.push({ answer, head })
  }
  return { opened: isBroken || opened.length === 0 ? undefined : opened, heads, size }
}

/** Proves the item of a code from the entries of the answers; undefined when its batch or product is not proven. */
function proveItem(
  walk: ProofWalk,
  opened: readonly AnswerWithHead[],
  { code: address, language }: TrustedInput,
): ProvenItem | undefined {
  const parsed = parseCode(address)
  const serials = new Set(opened.map(({ answer }) => answer.serial))
  if (!parsed.ok) return walk.fail('unreadable', 'request')
  if (serials.size > 1) return walk.fail('binding', 'request')
  const serial = opened[0]!.answer.serial
  const facts = proveItemFacts(walk, parsed, serial)
  if (!facts) return undefined
  const batchMentions = proveBatchMentions(walk, facts.batch.current.records)
  const codeMentions = proveCodeMentions(walk, facts.request.current, serial)
  const certification = proveCertification(walk, facts.request.current, serial)
  const label = proveLabelLife(walk, facts.request.current, serial, certification.certification.steps[0]?.at)
  const custody = proveCustody(walk, facts.request.current, serial)
  const joined = joinMentions([batchMentions, ...codeMentions.mentions])
  const { mentions, waiting, hidden, hiddenWithdrawals } = joined
  checkContents(walk, joined)
  const enterprise = wordIn(facts.enterprise.current.name, language).text
  const newest = newestMentions(walk, mentions)
  addPendingRecords(walk, waiting, newest)
  const records = newest
    .filter(isCurrent)
    .flatMap(mention => proveRecord(walk, mention, { enterprise, language, path: codeMentions.path }) ?? [])
  const withdrawn = withdrawnRecords(newest)
  return buildProvenItem(walk, {
    code: parsed.code,
    serial,
    language,
    facts,
    certification,
    label,
    custody,
    records,
    withdrawn,
    hidden,
    hiddenWithdrawals,
  })
}

/** The log as the trusted keys name it; an answer's own statement about its log is never shown. */
function logOfKeys(
  answers: readonly SealedProof[],
  { keys }: TrustedInput,
): Pick<WalkResult['log'], 'origin' | 'verifierKey' | 'checkpoint'> {
  const verifierKey = keys.at(-1) ?? ''
  const checkpoint: unknown = answers.at(-1)?.checkpoint
  return { origin: keyName(verifierKey), verifierKey, checkpoint: typeof checkpoint === 'string' ? checkpoint : '' }
}
