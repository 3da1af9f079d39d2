import { certificationStates } from '@timbermark/contract/certification-states'
import type { TraceAnswer, TraceCertification, TracePaper } from '@timbermark/contract/trace'
import type { ProvenItem } from './proof/proven.ts'

/** The certification of a code as the platform states it: the state, and the number of the step that led to it. */
export interface StatedCertification {
  state: TraceCertification['state']
  step: number | null
}

/** What the platform states of a company that had the goods: its entries in the ledger prove everything else. */
export interface StatedCompany {
  code: string
  certification: StatedCertification
  papers: TracePaper[]
}

/** The companies in the order of custody, the first holder among them. */
export interface StatedCompanies {
  /** When the platform stated it. */
  at: string
  list: readonly StatedCompany[]
}

/** What the page tells its script of goods that others than the first holder reported about; undefined for other goods. */
export function stateCompanies(answer: TraceAnswer, now: Date): StatedCompanies | undefined {
  if (!answer.later) return undefined
  const toStated = ({
    code,
    certification: { state, steps },
    papers,
  }: Omit<StatedCompany, 'certification'> & Pick<TraceAnswer, 'certification'>) => ({
    code,
    certification: { state, step: steps.at(-1)?.step ?? null },
    papers,
  })
  return { at: now.toISOString(), list: [answer, ...answer.later].map(toStated) }
}

/** Most companies of one page, the first holder among them. */
const maxCompanies = 21

/** Parses what the page tells its script. The page may have been changed in transit. */
export function parseStatedCompanies(value: unknown): StatedCompanies {
  const { at, list } = objectOf(value)
  const moment = typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : new Date().toISOString()
  return { at: moment, list: listOf(list).slice(0, maxCompanies).flatMap(parseCompany) }
}

function parseCompany(value: unknown): StatedCompany[] {
  const { code, certification, papers } = objectOf(value)
  const { state, step } = objectOf(certification)
  if (typeof code !== 'string' || !/^[0-9A-Z]{20}$/.test(code)) return []
  return [
    {
      code,
      certification: {
        state: certificationStates.values.find(one => one === state) ?? 'notAuthorized',
        step: Number.isSafeInteger(step) ? (step as number) : null,
      },
      papers: listOf(papers).flatMap(parsePaper),
    },
  ]
}

function parsePaper(value: unknown): TracePaper[] {
  const { sha256, state } = objectOf(value)
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return []
  return state === 'open' || state === 'withdrawn' ? [{ sha256, state }] : []
}

const objectOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A step may be sealed this long before a page that does not know it yet: machines differ, and a replica follows. */
const slackMs = 60_000

/**
 * Whether the ledger has the certification that the platform states. A page may be older than its proof, so that it counts what was
 * true when it was stated; what waits for the ledger may be what was stated.
 */
export function isCertificationSealed(
  { state, step }: StatedCertification,
  statedAt: string,
  { answer, pending }: Pick<ProvenItem, 'answer' | 'pending'>,
): boolean {
  if (pending.some(({ of }) => of === 'certification')) return true
  const { steps } = answer.certification
  const last = steps.findIndex(one => one.step === step && one.state === state)
  if (last < 0 && (step !== null || state !== certificationStates.initial)) return false
  const next = steps[last + 1]
  return !next || Date.parse(next.at) > Date.parse(statedAt) - slackMs
}
