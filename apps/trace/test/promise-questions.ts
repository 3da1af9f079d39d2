/** Questions about promises for both verifiers: kept, broken, lost in a break, forged, and given for what waits. */
import type { SealedProof } from '@timbermark/contract/trace'
import { encodeVerifierKey } from '@timbermark/ledger'
import { signerFromSeed, signNote } from '@timbermark/ledger/node'
import { encodePromise, fromBase64Url, parsePromiseNote, toBase64Url } from '@timbermark/ledger/sealed'
import { fellings, goodCode, item } from '../src/fixtures/journey.ts'
import { fixtureNow, requestKey, type SealedOptions, sealedProofOf } from '../src/fixtures/proof.ts'
import type { Question } from './independent-verifier.ts'
import { numbersFrom } from './mutations.ts'

const hour = 3_600_000
const day = 24 * hour
const origin = 'demo.timbermark.example/ledger'
const log = signerFromSeed(origin, new Uint8Array(32).fill(7))
const nextLog = signerFromSeed(`${origin}/2`, new Uint8Array(32).fill(9))
const forger = signerFromSeed(origin, new Uint8Array(32).fill(66))
const keys = [log, nextLog].map(({ key }) => encodeVerifierKey(key))

const promised = '4101'
/** The item whose record was promised and never came. */
const withheld = (more = 0) => {
  const stages = item().stages.filter(({ recordId }) => recordId !== promised)
  return { ...item(), stages: [...stages, ...fellings(more)] }
}
const statement = (change: object = {}) =>
  JSON.stringify({
    type: 'timbermark/break@1',
    origin: `${origin}/2`,
    at: new Date(fixtureNow + day).toISOString(),
    ...change,
  })
const statements = [
  ...[{}, { at: new Date(fixtureNow - hour).toISOString() }, { at: '2025-07-03' }, { at: null }],
  ...[{ origin }, { origin: `${origin}/3` }, { type: 'timbermark/key-begun@1' }, { more: 'x' }],
].map(statement)

type Visit = readonly [afterMs: number, answer: () => ReturnType<typeof item>, options: SealedOptions]
const visits: readonly Visit[] = [
  [day - 60_000, withheld, {}],
  [day - 59_999, withheld, {}],
  [2 * day, withheld, {}],
  [2 * day, item, {}],
  [0, item, { waiting: [promised] }],
  [2 * day, item, { waiting: 'everything', isPromised: false }],
  [2 * day, item, { waiting: 'everything', waitedMs: day + 1 }],
  ...['4102', '4103', '4104'].map((only): Visit => [2 * day, () => withheld(240), { only: [only] }]),
  [2 * day, withheld, { signer: nextLog }],
  ...statements.map((text): Visit => [2 * day, withheld, { signer: nextLog, statement: text }]),
  [2 * day, withheld, { statement: statements[0]! }],
]
const answers = new Map<number, Promise<SealedProof>>()
const answerOf = (place: number): Promise<SealedProof> => {
  const [afterMs, answer, options] = visits[place]!
  const known = answers.get(place) ?? sealedProofOf(answer(), { ...options, at: new Date(fixtureNow + afterMs) })
  answers.set(place, known)
  return known
}

/** A text that the log signed and that may be no promise. */
function oddText(text: string, pick: (below: number) => number): string {
  const [type, name, subject, content, at] = text.split('\n') as [string, string, string, string, string]
  const linesOf = [
    [type, name, subject, content, at.replace(/\.\d+/, '')],
    [type, name, subject, content, at.replace('Z', '+00:00')],
    [type, name, subject, content, '2025-02-30T00:00:00.000Z'],
    [type, name, subject, content, at, 'more'],
    [type, name, subject, content],
    [type, '', subject, content, at],
    ['timbermark/promise@2', name, subject, content, at],
    [type, name, subject, content.slice(1), at],
    [type, name, `${subject}=`, content, at],
    [type, `${name}/2`, subject, content, at],
    [type, name, content, subject, at],
  ]
  return `${linesOf[pick(linesOf.length)]!.join('\n')}\n`
}

/** Another promise than the given one: of another time or signer, for something else, or none at all. */
function otherPromise(note: string, pick: (below: number) => number): string {
  const parsed = parsePromiseNote(note)!
  const sign = (change: object, by = log) =>
    signNote(encodePromise({ ...parsed, origin: by.key.name, ...change }), [by])
  const times = [-3 * day, -day, -1, 0, 1, hour, day, day + 60_001, 2 * day, 3 * day + 1]
  switch (pick(8)) {
    case 0:
    case 1:
      return sign({ at: new Date(parsed.at.getTime() + times[pick(times.length)]!) })
    case 2:
      return sign({}, pick(2) === 0 ? forger : nextLog)
    case 3:
      return sign(pick(2) === 0 ? { subject: new Uint8Array(32) } : { content: new Uint8Array(32) })
    case 4:
      return signNote(oddText(parsed.signed.text, pick), [log])
    case 5: {
      const place = pick(note.length)
      return note.slice(0, place) + 'A0 \n—+'[pick(6)] + note.slice(place + 1)
    }
    case 6:
      return `${note}${note.slice(note.lastIndexOf('—'))}`
    default:
      return note
  }
}

/** A question about promises, always the same for a seed. */
export async function promiseQuestion(seed: number): Promise<Question> {
  const pick = numbersFrom(seed)
  const before = await answerOf(4)
  const note = before.chains.flatMap(({ waiting }) => waiting)[0]!.promise!
  const place = pick(visits.length)
  const answer = structuredClone(await answerOf(place))
  for (const { waiting } of answer.chains)
    for (const one of waiting) if (pick(2) === 0) one.promise = one.promise && otherPromise(one.promise, pick)
  if (pick(6) === 0) answer.breaks = answer.breaks.map(one => ({ ...one, index: one.index + 1 }))
  const elsewhere = (await answerOf(6)).chains.flatMap(({ waiting }) => waiting.map(({ promise }) => promise!))
  const stored = [note, ...(pick(4) === 0 ? elsewhere.slice(0, pick(4)) : [])]
  const keptPromises = stored.map(one => (pick(3) > 0 ? otherPromise(one, pick) : one)).slice(pick(8) === 0 ? 1 : 0)
  const digest = toBase64Url(parsePromiseNote(note)!.content)
  const demanded = pick(2) === 0 ? [digest, toBase64Url(fromBase64Url('A'.repeat(43)))] : []
  const late = [0, 0, 0, 12 * hour, 2 * day, -2 * day][pick(6)]!
  const now = fixtureNow + visits[place]![0] + late
  return { code: goodCode, keys, requestKey, now, keptPromises, demanded, answers: [answer] }
}
