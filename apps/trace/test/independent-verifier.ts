/**
 * The mutated answers that the product's walk and the independent verifier both judge, and what each says of them. Run by
 * itself (`node apps/trace/test/independent-verifier.ts`) it records the verdicts of the independent verifier anew.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SealedProof, TraceRecall } from '@timbermark/contract/trace'
import { canonicalize } from '@timbermark/ledger'
import { fellings, goodCode, item } from '../src/fixtures/journey.ts'
import { fixtureNow, sealedProofOf, verifierKeys } from '../src/fixtures/proof.ts'
import type { SealedFields } from '../src/fixtures/sealed-log.ts'
import type { TrustedInput, WalkResult } from '../src/proof/proven.ts'
import { walkProof } from '../src/proof/walk.ts'
import { mutate, mutateFields, numbersFrom } from './mutations.ts'

const packageFolder = join(import.meta.dirname, '../../../packages/ledger/test')
const script = join(packageFolder, 'independent/verify_trace.py')
export const recordedFile = join(packageFolder, 'vectors/trace-verdicts.txt')

/** Number of mutated answers. */
export const mutationCount = 1000

/** What is given to a verifier. */
export interface Question extends Pick<TrustedInput, 'code' | 'now' | 'previousHead'> {
  keys: readonly string[]
  answers: readonly unknown[]
}

const recall: TraceRecall = {
  ...{ of: 'codes', reason: 'Varnish', advice: 'Take it back', contact: '+33 1', since: '2025-06-01T10:00:00Z' },
  lifted: null,
}
const lifted = { ...recall, lifted: { at: '2025-06-10T10:00:00Z', reason: 'Harmless' } }
const again: TraceRecall = { ...recall, since: '2025-06-20T10:00:00Z', lifted: null }

/** Honest answers of every form: several answers, a head from before, something that waits, repetitions, a long chain. */
export async function honestQuestions(): Promise<Question[]> {
  const rich = { packed: true, renamedFrom: 'Teak flooring', voided: ['4102'] }
  const recalled = item(goodCode, { status: 'recalled', recalls: [again, lifted] })
  const long = { ...item(), stages: [...item().stages, ...fellings(200)] }
  const first = await sealedProofOf(long, { only: ['4101', '4104', '4109', '5133'] })
  const size = Number(first.checkpoint.split('\n')[1])
  const grown = await sealedProofOf(long, { only: ['5134', '5135'], since: size, later: 20 })
  const ask = (answers: SealedProof[], previousHead?: string): Question => ({
    code: goodCode,
    keys: verifierKeys,
    now: fixtureNow,
    ...(previousHead === undefined ? {} : { previousHead }),
    answers,
  })
  return [
    ask([await sealedProofOf(item(), rich)]),
    ask([await sealedProofOf(item(), { waiting: ['4111'] })]),
    ask([await sealedProofOf(recalled, { recalledBefore: [recall] })]),
    ask([first, grown], first.checkpoint),
    ask([await sealedProofOf(item(), { waiting: 'everything' })]),
    { ...ask([await sealedProofOf(item())]), now: fixtureNow + 30 * 86_400_000 },
  ]
}

/** An answer of a log whose operator sealed and signed one thing that is not as the documents say. */
async function sealedOddly(seed: number): Promise<Question> {
  const answer = item(goodCode, seed % 3 === 0 ? { status: 'recalled', recalls: [again, lifted] } : {})
  const options = { packed: seed % 2 === 0, voided: seed % 5 === 0 ? ['4102'] : [], renamedFrom: 'Teak flooring' }
  const turn = numbersFrom(seed)(sealedParts)
  let part = 0
  const reword = (fields: SealedFields) => (part++ === turn ? mutateFields(fields, seed) : fields)
  const answers = [await sealedProofOf(answer, { ...options, reword })]
  return { code: goodCode, keys: verifierKeys, now: fixtureNow, answers }
}

/** Number of contents that the fixture seals, about. */
const sealedParts = 60

/** The honest questions, then the mutated ones, always the same: half of them changed on the way, half by the log's operator. */
export async function allQuestions(): Promise<Question[]> {
  const honest = await honestQuestions()
  const mutated: Question[] = []
  for (let n = 0; n < mutationCount; n++) {
    const question = honest[(n >> 1) % honest.length]!
    if (n % 2 === 0) mutated.push({ ...question, answers: mutate(question.answers, n) as readonly unknown[] })
    else mutated.push(await sealedOddly(n))
  }
  return [...honest, ...mutated]
}

/** A verdict as one line: the outcome, and of an accepted item what is drawn. What is refused is only refused. */
export function lineOf({ outcome, item }: { outcome: string; item?: unknown }): string {
  if (outcome === 'suspicious' || outcome === 'unavailable') return 'refused'
  if (!item) return outcome
  return `${outcome} ${createHash('sha256').update(canonicalize(item)).digest('hex').slice(0, 16)}`
}

/** What the product says. */
export async function judgeByProduct({ answers, ...input }: Question): Promise<string> {
  const walked = await walkProof(structuredClone(answers) as SealedProof[], { ...input, language: 'en' })
  return lineOf({ outcome: walked.outcome, item: walked.item && drawnOf(walked, answers) })
}

function drawnOf({ item, log }: WalkResult, answers: readonly unknown[]) {
  const { serial } = answers[0] as SealedProof
  const { answer, withdrawn, pending } = item!
  const { status, owner, product, batch, certification, stages, records } = answer
  return {
    ...{ serial, status, enterprise: owner.name, product: product.latinName, batch: batch.number },
    certification: certification.state,
    records: stages
      .map(({ recordId, version, stage }) => [Number(recordId), version, stage] as const)
      .sort(([a], [b]) => a - b),
    withdrawn: withdrawn.map(({ recordId }) => Number(recordId)).sort((a, b) => a - b),
    hidden: records.total - records.shown,
    pending: pending.length,
    head: log.size,
  }
}

/** What the independent verifier says; undefined where there is no Python 3.9 or later. */
export function judgeIndependently(questions: readonly Question[]): string[] | undefined {
  const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 9))'
  if (spawnSync('python3', ['-c', isNewEnough]).status !== 0) return undefined
  const input = questions.map(question => `${JSON.stringify(question)}\n`).join('')
  const { status, stdout, stderr } = spawnSync('python3', ['-B', script], {
    input,
    maxBuffer: 2 ** 30,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => lineOf(JSON.parse(line)))
}

/** Digest of the questions, so that recorded verdicts of other questions are noticed. */
export const digestOf = (questions: readonly Question[]) =>
  createHash('sha256')
    .update(questions.map(question => JSON.stringify(question)).join('\n'))
    .digest('hex')

/** The recorded verdicts of the independent verifier, and the digest of the questions that they answer. */
export function readRecorded(): { digest: string; lines: string[] } {
  const [digest, ...lines] = readFileSync(recordedFile, 'utf8').trimEnd().split('\n')
  return { digest: digest!, lines }
}

if (import.meta.main) {
  const questions = await allQuestions()
  const lines = judgeIndependently(questions)
  if (!lines) throw new Error('Recording needs python3')
  writeFileSync(recordedFile, `${[digestOf(questions), ...lines].join('\n')}\n`)
}
