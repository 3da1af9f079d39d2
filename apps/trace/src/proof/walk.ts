import { parseCode } from '@timbermark/codes'
import type { SealedProof } from '@timbermark/contract/trace'
import { parseVerifierKey } from '@timbermark/ledger'
import { ownMentions } from './blocks.ts'
import { certificationOf } from './certification.ts'
import { Evidence, type Part, readAhead } from './evidence.ts'
import { Faults } from './faults.ts'
import { readGoods } from './goods.ts'
import { type Head, openHead } from './head.ts'
import { continues } from './history.ts'
import { drawItem } from './item.ts'
import { batchMentions, isLive, joinMentions, newestOf, withdrawnOf } from './mentions.ts'
import { openAnswer } from './open.ts'
import type { Known, ProvenItem, Walk, WalkProof } from './proven.ts'
import { checkContents, readRecord } from './records.ts'
import { Walked } from './walked.ts'

/**
 * Checks what a reader was given about his code by what he has himself: the code in his hand, the keys that came with the
 * page's script, and the head that he saw before. Of the way: docs/sealed-fields.md.
 */
export const walk: WalkProof = async (answers, known) => {
  const faults = new Faults()
  const log = { size: null, witnesses: [], ...namedBy(answers, known) } satisfies Walk['log']
  try {
    return await walkThrough(answers, known, faults, log)
  } catch {
    // Whatever it was, it proves nothing.
    faults.add('unreadable', 'checkpoint')
    return { outcome: faults.outcome(false), faults: faults.list, item: null, log }
  }
}

async function walkThrough(answers: readonly unknown[], known: Known, faults: Faults, log: Walk['log']): Promise<Walk> {
  const { parts, heads, size } = await readParts(answers, known, faults)
  const head = heads.at(-1)
  for (const { answer } of parts ?? []) await readAhead(answer)
  const proven = parts && itemOf(parts, known, faults)
  // Without an answer there is nothing that could contradict.
  if (!proven && faults.list.length === 0) faults.add('unreadable', 'checkpoint')
  return {
    outcome: faults.outcome(proven?.waitingSince != null),
    faults: faults.list,
    item: proven ?? null,
    log: head
      ? {
          origin: head.checkpoint.origin,
          verifierKey: head.verifierKey,
          checkpoint: head.signed,
          size: head.checkpoint.size,
          witnesses: head.witnesses,
        }
      : { ...log, size },
  }
}

/** The answers with their heads; no parts when one of the heads is none, for then nothing can be proven. */
async function readParts(answers: readonly unknown[], known: Known, faults: Faults) {
  const kept = known.seen === undefined ? undefined : await openHead(known.seen, known)
  // A head that the reader kept and no key of the log signed is of another log; one that cannot be read was never kept.
  if (kept && 'fault' in kept && kept.fault !== 'unreadable') faults.add('history', 'checkpoint')
  const seen = kept && !('fault' in kept) ? kept : undefined
  const parts: Part[] = []
  const heads: Head[] = []
  let size: number | null = null
  let broken = false
  for (const given of answers) {
    const answer = openAnswer(given)
    if (!answer) {
      faults.add('unreadable', 'checkpoint')
      continue
    }
    const head = answer.checkpoint === '' ? null : await openHead(answer.checkpoint, known)
    if (head && 'fault' in head) {
      faults.add(head.fault, 'checkpoint')
      size = head.size ?? size
      broken = true
      continue
    }
    const before = { seen, visit: heads }
    const goesOn = head ? await continues(head, before, answer.consistency) : !seen && heads.length === 0
    if (!goesOn) faults.add('history', 'checkpoint')
    if (head) heads.push(head)
    parts.push({ answer, head })
  }
  return { parts: broken || parts.length === 0 ? undefined : parts, heads, size }
}

/** What the entries of the answers say of the code; undefined when its goods are not proven. */
function itemOf(parts: readonly Part[], { code: written, language }: Known, faults: Faults): ProvenItem | undefined {
  const parsed = parseCode(written)
  const serials = new Set(parts.map(({ answer }) => answer.serial))
  const walked = new Walked(new Evidence(parts), faults)
  if (!parsed.ok) return walked.fail('unreadable', 'request')
  if (serials.size > 1) return walked.fail('binding', 'request')
  const serial = parts[0]!.answer.serial
  const goods = readGoods(walked, parsed.request, serial)
  if (!goods) return undefined
  const ofBatch = batchMentions(walked, goods.batch.now.records)
  const own = ownMentions(walked, goods.request.now, serial)
  const certification = certificationOf(walked, goods.request.now, serial)
  const { mentions, hidden } = joinMentions([ofBatch, ...own])
  checkContents(walked, mentions)
  const enterprise = goods.enterprise.now.name
  const newest = newestOf(walked, mentions)
  const records = newest.filter(isLive).flatMap(mention => readRecord(walked, mention, { enterprise, language }) ?? [])
  const withdrawn = withdrawnOf(newest)
  return drawItem(walked, { code: parsed.code, serial, language, goods, certification, records, withdrawn, hidden })
}

/** The log as the keys name it: what an answer says of itself is never told. */
function namedBy(
  answers: readonly SealedProof[],
  { keys }: Known,
): Pick<Walk['log'], 'origin' | 'verifierKey' | 'checkpoint'> {
  const verifierKey = keys.at(-1) ?? ''
  const checkpoint: unknown = answers.at(-1)?.checkpoint
  return { origin: nameOf(verifierKey), verifierKey, checkpoint: typeof checkpoint === 'string' ? checkpoint : '' }
}

function nameOf(key: string): string {
  try {
    return parseVerifierKey(key).name
  } catch {
    return ''
  }
}
