/** Questions about goods that several companies had, for both verifiers: honest ones, and ones in which something is forged. */
import { parseCode, statedSerial } from '@timbermark/codes'
import type { StageKey } from '@timbermark/contract'
import type { SealedProof, TraceAnswer, TraceCertification } from '@timbermark/contract/trace'
import { goodCode, item } from '../src/fixtures/journey.ts'
import { fixtureNow, requestKey, type SealedOptions, sealedJourneyOf, verifierKeys } from '../src/fixtures/proof.ts'
import { type StatedCompanies, stateCompanies } from '../src/stated-companies.ts'
import type { Question } from './independent-verifier.ts'
import { mutate, numbersFrom } from './mutations.ts'

const partnerCode = '0PART7K9FD3XW4TZ8RCN'
const holderCode = '0H0DR7K9FD3XW4TZ8RCN'
const lastCode = '0AGA17K9FD3XW4TZ8RCN'

type Step = TraceCertification['steps'][number]
const step = (n: number, action: Step['action'], state: Step['state']): Step => ({
  ...{ step: n, action, state, enterprise: 'Mill', certifier: null },
  ...{ at: `2025-05-0${n}T08:00:00Z`, judgedOn: action === 'pass' ? '2025-05-02' : null, documents: [] },
})
const passed = [step(1, 'submit', 'notYetCertified'), step(2, 'pass', 'certified')]
const withdrawn = [...passed, step(3, 'withdraw', 'notAuthorized')]
const none: TraceCertification = { state: 'notAuthorized', steps: [] }

/** What one company reported about the goods: the given stages of the fixture's item. */
function reportOf(code: string, name: string, stages: readonly StageKey[], steps: readonly Step[] = []): TraceAnswer {
  const answer = item(code)
  return {
    ...answer,
    owner: { ...answer.owner, name },
    stages: answer.stages.filter(({ stage }) => stages.includes(stage)),
    certification: steps.length > 0 ? { state: steps.at(-1)!.state, steps: [...steps] } : none,
  }
}

const placeOf = (code: string) => {
  const parsed = parseCode(code)
  if (!parsed.ok) throw new Error(`${code} is not a code`)
  return { request: parsed.request, serial: statedSerial(parsed) }
}

const leadsTo = (from: string, to: string, at: string) => ({
  receivedRequest: placeOf(to).request,
  shift: placeOf(to).serial - placeOf(from).serial,
  at,
})

interface Variant {
  /** Stages to which the partner was invited, and what it did besides. */
  invitedTo?: readonly string[]
  partnerSteps?: readonly Step[]
  holderSteps?: readonly Step[]
  /** The first company hands the goods over twice. */
  isHandedTwice?: boolean
}

const variants = {
  honest: {},
  withdrawn: { holderSteps: withdrawn },
  uncertified: { holderSteps: [] },
  beyond: { invitedTo: ['felling'] },
  partnerCertifies: { partnerSteps: passed },
  twice: { isHandedTwice: true },
} satisfies Record<string, Variant>
type VariantName = keyof typeof variants

/** Felled by the first, sawn by the second, and given back; a partner of the first one exported. */
async function makeJourney({
  invitedTo = ['exportCustoms', 'seaShipping'],
  partnerSteps = [],
  holderSteps = passed,
  isHandedTwice = false,
}: Variant): Promise<Question> {
  const parts: { answer: TraceAnswer; options?: SealedOptions }[] = [
    {
      answer: reportOf(goodCode, 'Forest', ['forestSurvey', 'felling'], passed),
      options: {
        custody: [
          { ...leadsTo(goodCode, partnerCode, '2025-04-01T08:00:00Z'), stages: invitedTo },
          leadsTo(goodCode, holderCode, '2025-04-20T08:00:00Z'),
          ...(isHandedTwice ? [leadsTo(goodCode, lastCode, '2025-04-21T08:00:00Z')] : []),
        ],
      },
    },
    { answer: reportOf(partnerCode, 'Agent', ['exportCustoms'], partnerSteps) },
    {
      answer: reportOf(holderCode, 'Mill', ['processing'], holderSteps),
      options: { custody: [leadsTo(holderCode, lastCode, '2025-06-01T08:00:00Z')] },
    },
    { answer: reportOf(lastCode, 'Forest', []) },
  ]
  const proofs = await sealedJourneyOf(parts)
  const [first, ...later] = parts.map(({ answer }) => answer) as [TraceAnswer, ...TraceAnswer[]]
  const rest = { since: '2025-04-01T08:00:00Z', role: 'holder' as const, name: '', batchNumber: '' }
  const companies = stateCompanies(
    { ...first, later: later.map(answer => ({ ...answer, ...rest })) },
    new Date(fixtureNow),
  )!
  return {
    ...{ code: goodCode, keys: verifierKeys, requestKey, now: fixtureNow, answers: [proofs[0]!], companies },
    proofs: Object.fromEntries(later.map(({ code }, n) => [code, proofs[n + 1]!])),
  }
}

const journeys = new Map<VariantName, Promise<Question>>()
function journeyOf(name: VariantName): Promise<Question> {
  const journey = journeys.get(name) ?? makeJourney(variants[name])
  journeys.set(name, journey)
  return journey
}

/** The question with another statement of the company at a place of the list. */
function restate(
  question: Question,
  at: number,
  certification: StatedCompanies['list'][number]['certification'],
): Question {
  const { companies } = question
  const list = companies!.list.map((company, n) => (n === at ? { ...company, certification } : company))
  return { ...question, companies: { ...companies!, list } }
}

/** Honest ones: certified by the second holder, withdrawn there, and a page from before the withdrawal. */
export async function companyQuestions(): Promise<Question[]> {
  const later = await journeyOf('withdrawn')
  const stale = restate(later, holderAt, { state: 'certified', step: 2 })
  return [
    await journeyOf('honest'),
    later,
    { ...stale, companies: { ...stale.companies!, at: '2025-05-03T07:00:00Z' } },
  ]
}

/** Where the second holder is in the list. */
const holderAt = 2

/** The proof with each chain cut before its last entry of a kind. */
function withoutLast(proof: SealedProof, kind: string): SealedProof {
  const chains = proof.chains.map(chain => {
    const last = chain.entries.findLastIndex(({ opened }) => opened.some(text => text.endsWith(`"kind","${kind}"]`)))
    return last < 0 ? chain : { ...chain, entries: chain.entries.slice(0, last) }
  })
  return { ...proof, chains }
}

const withList = (
  question: Question,
  change: (list: StatedCompanies['list']) => StatedCompanies['list'],
): Question => ({
  ...question,
  companies: { ...question.companies!, list: change(question.companies!.list) },
})

const withProof = (question: Question, code: string, change: (proof: SealedProof) => unknown): Question => ({
  ...question,
  proofs: { ...question.proofs, [code]: change(question.proofs![code] as SealedProof) },
})

/** What may be forged, each from a seed. */
const forgeries: ((pick: (below: number) => number, seed: number) => Promise<Question>)[] = [
  // Certified, though the ledger has none; or has another state, or no such step; or it was withdrawn.
  async () => restate(await journeyOf('uncertified'), holderAt, { state: 'certified', step: null }),
  async pick => restate(await journeyOf('uncertified'), holderAt, { state: 'certified', step: 1 + pick(3) }),
  async () => restate(await journeyOf('withdrawn'), holderAt, { state: 'certified', step: 2 }),
  async () => restate(await journeyOf('withdrawn'), holderAt, { state: 'certified', step: 3 }),
  async pick => restate(await journeyOf('honest'), pick(4), { state: 'failed', step: 2 }),
  async () => restate(await journeyOf('honest'), holderAt, { state: 'notAuthorized', step: null }),
  // An entry is left out.
  async () => withProof(await journeyOf('honest'), holderCode, proof => withoutLast(proof, 'certification')),
  async () => withProof(await journeyOf('honest'), holderCode, proof => withoutLast(proof, 'custody')),
  // Companies are left out, invented or exchanged.
  async pick => withList(await journeyOf('honest'), list => list.toSpliced(1 + pick(3), 1)),
  async () => withList(await journeyOf('honest'), list => [...list, list[1]!]),
  async () => withList(await journeyOf('honest'), ([first, second, third, last]) => [first!, third!, second!, last!]),
  async () => journeyOf('beyond'),
  async () => journeyOf('partnerCertifies'),
  async () => journeyOf('twice'),
  async pick => withProof(await journeyOf('honest'), [partnerCode, holderCode, lastCode][pick(3)]!, () => undefined),
  async (pick, seed) =>
    withProof(await journeyOf('honest'), [partnerCode, holderCode, lastCode][pick(3)]!, proof =>
      (mutate([proof], seed) as unknown[]).at(0),
    ),
  async (pick, seed) =>
    withProof(await journeyOf('withdrawn'), [partnerCode, holderCode][pick(2)]!, proof =>
      (mutate([proof], seed) as unknown[]).at(0),
    ),
]

/** A question about several companies in which something is forged, or was changed on the way. */
export async function companyQuestionOf(seed: number): Promise<Question> {
  const pick = numbersFrom(seed)
  const question = await forgeries[pick(forgeries.length)]!(pick, seed)
  return JSON.parse(JSON.stringify(question))
}

/** How many forgeries change what matters, whatever the seed; the others change a proof anywhere. */
const certainForgeries = 15

/** One question of each forgery that no verifier may accept. */
export const forgedQuestions = (): Promise<Question[]> =>
  Promise.all(forgeries.slice(0, certainForgeries).map(forge => forge(() => holderAt, 0)))
