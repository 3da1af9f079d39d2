/**
 * The mutated answers that the product's walk and the independent verifier both judge, and what each says of them. Run by
 * itself (`node apps/trace/test/independent-verifier.ts`) it records the verdicts of the independent verifier anew.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCode, statedSerial } from '@timbermark/codes'
import type { SealedProof, TraceAnswer, TraceRecall } from '@timbermark/contract/trace'
import { canonicalize, type Json, sha256, toHex } from '@timbermark/ledger'
import { parseField } from '@timbermark/ledger/sealed'
import { fellings, goodCode, item } from '../src/fixtures/journey.ts'
import {
  fixtureNow,
  proveRequest,
  requestKey,
  requestKeyFrom,
  type SealedOptions,
  sealedProofOf,
  verifierKeys,
} from '../src/fixtures/proof.ts'
import type { SealedFields } from '../src/fixtures/sealed-log.ts'
import type { TrustedInput, WalkResult } from '../src/proof/proven.ts'
import { walkProof } from '../src/proof/walk.ts'
import { type LaterHolder, proveLaterHolders, withLaterHolders } from '../src/browser/later-holders.ts'
import type { StatedCompanies } from '../src/stated-companies.ts'
import { mutate, mutateFields, numbersFrom } from './mutations.ts'
import { companyQuestions, companyQuestionOf } from './company-questions.ts'
import { promiseQuestion } from './promise-questions.ts'

const packageFolder = join(import.meta.dirname, '../../../packages/ledger/test')
const script = join(packageFolder, 'independent/verify_trace.py')
export const recordedFile = join(packageFolder, 'vectors/trace-verdicts.txt')

/** Number of mutated answers, and of those about several companies after them. */
const answerCount = 1200
const companyCount = 100
export const mutationCount = answerCount + companyCount

/** What is given to a verifier. */
export interface Question
  extends Pick<TrustedInput, 'code' | 'now' | 'requestKey' | 'previousHead' | 'keptPromises' | 'demanded'> {
  keys: readonly string[]
  answers: readonly unknown[]
  /** The companies that the platform states, and the answers about the codes of the later ones. */
  companies?: StatedCompanies
  proofs?: Readonly<Record<string, unknown>>
}

const recall: TraceRecall = {
  ...{ of: 'codes', reason: 'Varnish', advice: 'Take it back', contact: '+33 1', since: '2025-06-01T10:00:00Z' },
  lifted: null,
}
const lifted = { ...recall, lifted: { at: '2025-06-10T10:00:00Z', reason: 'Harmless' } }
const again: TraceRecall = { ...recall, since: '2025-06-20T10:00:00Z', lifted: null }

const parsed = parseCode(goodCode)
if (!parsed.ok) throw new Error('not a code')
const serial = statedSerial(parsed)
/** Codes that a record may name: the item, its package, others only, or the item beside what no reader understands. */
const namedRanges: readonly (readonly string[])[] = [
  [`${parsed.request}:${serial - 5}-${serial + 1}`],
  ['77:600-641', '78:0-9'],
  [`${parsed.request}:0-${serial}`, `${parsed.request}:${serial + 1}-${serial + 2}`],
  ['codes', `${parsed.request}:${serial}-${serial + 1}`],
]
const digestOfRanges = (ranges: readonly string[]) => toHex(sha256(new TextEncoder().encode(ranges.join('\n'))))

/** Seals with each second stage which codes its records name. */
function nameCodes(fields: SealedFields): SealedFields {
  const { kind, stage } = fields.open
  if (kind !== 'record' || typeof stage !== 'string' || stage.length % 2 === 0) return fields
  const ranges = namedRanges[(stage.length >> 1) % namedRanges.length]!
  return { ...fields, open: { ...fields.open, codes: { count: 12, sha256: digestOfRanges(ranges) } } }
}

/** The answer with the codes that its records name. */
function withRanges(proof: SealedProof): SealedProof {
  const contents = proof.contents.map(content => {
    const codes = content.opened.map(text => parseField(text)).find(({ name }) => name === 'codes')?.value
    const ranges = namedRanges.find(
      one => codes !== null && typeof codes === 'object' && 'sha256' in codes && codes.sha256 === digestOfRanges(one),
    )
    return ranges ? { ...content, ranges: [...ranges] } : content
  })
  return { ...proof, contents }
}

async function proofOf(answer: TraceAnswer, options: SealedOptions = {}): Promise<SealedProof> {
  const { reword = (fields: SealedFields) => fields } = options
  return withRanges(await sealedProofOf(answer, { ...options, reword: fields => reword(nameCodes(fields)) }))
}

const uncertified = (): TraceAnswer => ({ ...item(), certification: { state: 'notAuthorized', steps: [] } })
const activate = { verb: 'activate', state: 'inUse' } as const
const lose = { verb: 'lose', state: 'lost', reason: 'stolen' } as const
const spoil = { verb: 'spoil', state: 'spoiled', reason: 'misprint' } as const
const reinstate = { verb: 'reinstate', state: 'inUse' } as const
const reinstateUnused = { verb: 'reinstate', state: 'delivered' } as const
const lives: NonNullable<SealedOptions['labelActs']>[] = [
  [],
  [spoil],
  [activate],
  [activate, lose],
  [activate, spoil, reinstate],
  [lose, reinstateUnused, activate],
  [activate, activate],
  [lose, reinstate],
]
/** A mention as before mentions declared what is closed. */
const undeclare = (fields: SealedFields): SealedFields => {
  const { record } = fields.open
  if (fields.open.kind !== 'mention' || typeof record !== 'object') return fields
  const { closed: _, ...undeclared } = record as { closed?: string }
  return { ...fields, open: { ...fields.open, at: '2026-11-26T08:00:00Z', record: undeclared as Json } }
}

/** The second act is the first again, entered twice. */
const repeatAct = (fields: SealedFields): SealedFields =>
  fields.open.kind === 'label' && fields.open.act === 2 ? { ...fields, open: { ...fields.open, act: 1 } } : fields

/**
 * Honest answers of every form: several answers, a head from before, something that waits, repetitions, a long chain, both formats
 * of codes, lives of labels, promises. Those about several companies: company-questions.ts.
 */
export async function honestQuestions(): Promise<Question[]> {
  const rich = { packed: true, renamedFrom: 'Teak flooring', voided: ['4102'] }
  const recalled = item(goodCode, { status: 'recalled', recalls: [again, lifted] })
  const long = { ...item(), stages: [...item().stages, ...fellings(200)] }
  const voided = ['4102', '5120', '5121']
  const first = await sealedProofOf(long, { only: ['4101', '4104', '4109', '5133'], voided })
  const size = Number(first.checkpoint.split('\n')[1])
  const grown = await sealedProofOf(long, { only: ['5134', '5135'], voided, since: size, later: 20 })
  const ask = (answers: SealedProof[], previousHead?: string): Question => ({
    code: goodCode,
    keys: verifierKeys,
    requestKey,
    now: fixtureNow,
    ...(previousHead === undefined ? {} : { previousHead }),
    answers,
  })
  return [
    ask([await proofOf(item(), rich)]),
    ask([await proofOf(item(), { waiting: ['4111'] })]),
    ask([await proofOf(recalled, { recalledBefore: [recall] })]),
    ask([first, grown], first.checkpoint),
    ask([await sealedProofOf(item(), { waiting: 'everything' })]),
    { ...ask([await proofOf(item())]), now: fixtureNow + 30 * 86_400_000 },
    ask([await proofOf(item(), { codeFormat: 1, serial: 77 })]),
    ask([await proofOf(uncertified(), { labelActs: [activate, activate, lose], reword: repeatAct, packed: true })]),
    ask([await proofOf(uncertified(), { labelActs: [] })]),
    ask([await proofOf(item(), { labelActs: [] })]),
    { ...ask([await proofOf(item(), { ...rich, isPlain: true })]), requestKey: requestKeyFrom(2 ** 25) },
    { ...ask([await proofOf(item(), { isPlain: true, reword: undeclare })]), requestKey: requestKeyFrom(2 ** 25) },
  ]
}

/** An answer of a log whose operator sealed and signed one thing that is not as the documents say. */
async function sealedOddly(seed: number): Promise<Question> {
  const pick = numbersFrom(seed)
  const recalled = seed % 3 === 0 ? { status: 'recalled' as const, recalls: [again, lifted] } : {}
  const certified = seed % 4 === 3 ? uncertified() : item()
  const options: SealedOptions = {
    packed: seed % 2 === 0 || seed % 5 === 1,
    voided: seed % 5 === 0 ? ['4102'] : [],
    renamedFrom: 'Teak flooring',
    labelActs: lives[pick(lives.length)]!,
    ...[{}, { codeFormat: 1 as const }, { formatBefore: 2 as const }, { formatBefore: 1 as const }, { serial: 77 }, {}][
      pick(12)
    ],
  }
  // Half of the changes are to the kinds of which an item has few, so that none of them is left out.
  const kinds = ['label', 'request', 'record', 'packing', 'certification']
  const kind = pick(2) === 0 ? undefined : kinds[pick(kinds.length)]
  const turn = pick(kind === undefined ? sealedParts : kind === 'request' ? 1 : 8)
  let part = 0
  const reword = (fields: SealedFields) => {
    if (seed % 17 === 0) return undeclare(fields)
    return (kind === undefined || fields.open.kind === kind) && part++ === turn ? mutateFields(fields, seed) : fields
  }
  const answers = [await proofOf({ ...certified, ...recalled }, { ...options, reword })]
  return { code: goodCode, keys: verifierKeys, requestKey, now: fixtureNow, answers }
}

let packed: Promise<SealedProof> | undefined

/** A question about the numbers of requests: the proofs of another number or key, damaged, doubled, missing, or too many. */
async function requestQuestion(seed: number): Promise<Question> {
  const pick = numbersFrom(seed)
  packed ??= proofOf(item(), { packed: true })
  const proof = await packed
  const [first, second] = proof.requests as [SealedProof['requests'][number], SealedProof['requests'][number]]
  const place = pick(first.proof.length)
  const damaged = {
    ...first,
    proof: `${first.proof.slice(0, place)}${'AgQw-_ ='[pick(8)]}${first.proof.slice(place + 1)}`,
  }
  const other = proveRequest(1 + pick(3))
  const requests = [
    ...[proof.requests, [second, first], [first], [second], [], [damaged, second], [first, second, damaged]],
    ...[
      [damaged, first, second],
      [first, second, other],
      [{ ...other, number: first.number }, second],
    ],
    ...[
      [first, second, first, second],
      [first, second, first, second, other],
      [...proof.requests, { ...other, number: 0 }],
    ],
    ...[
      [
        { ...first, number: second.number },
        { ...second, number: first.number },
      ],
      undefined,
    ],
    ...[
      [first, { ...second, proof: second.proof.slice(1) }],
      [first, { ...second, proof: `${second.proof}A` }],
    ],
  ][pick(17)]
  const keys = [requestKey, requestKey, requestKeyFrom(78), requestKeyFrom(first.number), requestKeyFrom(2 ** 25)]
  const answer = { ...proof, requests }
  return {
    code: goodCode,
    keys: verifierKeys,
    requestKey: keys[pick(keys.length)]!,
    now: fixtureNow,
    answers: [JSON.parse(JSON.stringify(answer))],
  }
}

/** Number of contents that the fixture seals, about. */
const sealedParts = 60

/**
 * The honest questions, then the mutated ones, always the same: half of them changed on the way, a third by the log's operator,
 * the rest about promises; then those about several companies.
 */
export async function allQuestions(): Promise<Question[]> {
  const honest = [...(await honestQuestions()), ...(await companyQuestions())]
  const mutated: Question[] = []
  for (let n = 0; n < answerCount; n++) {
    const question = honest[(n >> 1) % honest.length]!
    if (n % 2 === 0) mutated.push({ ...question, answers: mutate(question.answers, n) as readonly unknown[] })
    else mutated.push(await (n % 6 === 5 ? promiseQuestion(n) : n % 12 === 1 ? requestQuestion(n) : sealedOddly(n)))
  }
  for (let n = answerCount; n < mutationCount; n++) mutated.push(await companyQuestionOf(n))
  return [...honest, ...mutated]
}

interface Judged {
  outcome: string
  /** What is drawn of an accepted item. */
  item?: unknown
  /** What became of promises. */
  promises?: unknown
}

/** A verdict as one line: the outcome, and of what is accepted what is drawn. What is refused is only refused. */
export function lineOf({ outcome, item = null, promises = null }: Judged): string {
  if (outcome === 'suspicious' || outcome === 'unavailable') return 'refused'
  return `${outcome} ${createHash('sha256')
    .update(canonicalize({ item, promises } as Json))
    .digest('hex')
    .slice(0, 16)}`
}

/** What the product says. */
export async function judgeByProduct({ answers, companies, proofs = {}, ...input }: Question): Promise<string> {
  const known = { ...input, language: 'en' as const }
  const first = await walkProof(structuredClone(answers) as SealedProof[], known)
  const isAccepted = ['proven', 'waiting', 'asOf'].includes(first.outcome)
  const { keys, requestKey, now } = input
  const prove = async (code: string) => {
    if (!proofs[code]) throw new Error('no answer')
    const trusted = { keys, requestKey, now, language: 'en' as const, code, previousHead: first.log.checkpoint }
    return walkProof([structuredClone(proofs[code]) as SealedProof], trusted)
  }
  const later = companies && isAccepted ? await proveLaterHolders(first.item!, companies, prove) : undefined
  const walked = later ? withLaterHolders(first, later) : first
  const { fulfilled, lost, sought, received } = walked.promises
  return lineOf({
    outcome: walked.outcome,
    item: walked.item && {
      ...drawnOf(walked, answers),
      ...(later && { companies: later.holders.map(companyOf) }),
    },
    promises: { fulfilled, lost: lost.map(at => Date.parse(at)), sought, received: received.toSorted() },
  })
}

/** What is drawn of a later company; null where its proof is none, so that the item is not accepted. */
function companyOf({ role, since, walk }: LaterHolder) {
  if (!walk?.item) return null
  const { owner, certification, stages } = walk.item.answer
  const reported = stages.map(({ stage }) => stage).sort()
  return {
    role,
    since: Date.parse(since),
    enterprise: owner.name,
    certification: certification.state,
    stages: reported,
  }
}

function drawnOf({ item, log }: WalkResult, answers: readonly unknown[]) {
  const { serial } = answers[0] as SealedProof
  const { answer, withdrawn, pending, serialFrom } = item!
  const { status, owner, product, batch, certification, label, stages, records } = answer
  return {
    ...{ serial, status, enterprise: owner.name, product: product.latinName, batch: batch.number },
    certification: certification.state,
    label: [label.state, label.since, label.reason],
    serialFrom,
    records: stages
      .map(({ recordId, version, stage }) => {
        const { named } = item!.records.get(recordId)!
        return [Number(recordId), version, stage, named.of, named.count] as const
      })
      .sort(([a], [b]) => a - b),
    withdrawn: withdrawn.map(({ recordId }) => Number(recordId)).sort((a, b) => a - b),
    hidden: records.total - records.shown,
    hiddenWithdrawals: item!.hiddenWithdrawals,
    pending: pending
      .map(({ since, isPromised }) => [Date.parse(since), isPromised] as const)
      .sort(([a, one], [b, other]) => a - b || Number(one) - Number(other)),
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
