import type { TraceAnswer, TraceWarning } from '@timbermark/contract/trace'
import type { LiveState } from './live.ts'
import { aboutText, faultText } from './proof/fault-texts.ts'
import type { WalkResult } from './proof/proven.ts'
import type { Texts } from './texts.ts'
import type { StatedFacts } from './types.ts'

/** Results of the reader's own checks so far. */
export interface ReaderChecks extends Pick<LiveState, 'proof' | 'differing'> {
  /** Warnings about the code in the answer to the reader's own scan. */
  scanWarnings?: readonly TraceWarning[]
  /** `again`: the right code, but somebody else entered it before. */
  check: 'none' | 'genuine' | 'again' | 'fail'
  walk: (Pick<WalkResult, 'outcome' | 'faults' | 'item'> & Partial<Pick<WalkResult, 'log' | 'promises'>>) | null
}

/** The verdict about the item, as tools read it from the root of the document. */
export type Verdict = 'stated' | 'proven' | 'waiting' | 'asOf' | 'suspicious' | 'unavailable'

/**
 * What the headline says. `genuine`: the reader was the first to enter the right code, and the record is proven; `again`: others
 * entered it before; `wrong`: nothing speaks against the item but the reader's own wrong code; `copied`: scans do not fit a single
 * item. The last ones mean that the item should not be on sale at all, or its label not on goods.
 */
export type VerdictKind =
  | Verdict
  | 'genuine'
  | 'again'
  | 'wrong'
  | 'copied'
  | 'notActivated'
  | 'voided'
  | 'recalled'
  | 'notInUse'
  | 'spoiled'
  | 'lost'

/** The life of the label, as tools read it from the root of the document. */
export type ItemState = TraceAnswer['label']['state'] | 'recalled'

export interface VerdictDetails {
  kind: VerdictKind
  verdict: Verdict
  item: ItemState
  /** The label as proven, or as stated before that. */
  label: TraceAnswer['label']
  /** Texts of the evidence against the item. */
  reasons: string[]
  /** Texts that a buyer should know and that are not evidence against the item. */
  notices: string[]
  /** Headings of the reasons, in the wording of the specification ("product data suspicious"). */
  headings: string[]
  /** Extra note: the browser is still checking, or it has checked only a part of the history. */
  seal: 'running' | 'part' | null
  /** Number of records that it covers; null when it covers the complete history. */
  part: CheckedPart | null
}

/** A number of records out of a history. */
export interface CheckedPart {
  n: number
  total: number
}

export const noChecks: ReaderChecks = { check: 'none', walk: null, proof: 'none', differing: [] }

/**
 * Computes the verdict from what the platform states and what the browser proved.
 *
 * Evidence against the item overrides everything. Without evidence the verdict is what the browser proved; before that it is only
 * stated. A failure of the server or the browser is "cannot check now", never genuine and never fake. Wrong codes that others
 * entered, scans in other places and an inactive enterprise are notices: otherwise anyone could make a genuine item look
 * suspicious by typing nonsense or by sending invented positions.
 */
export function computeVerdict(facts: StatedFacts, checks: ReaderChecks, texts: Texts): VerdictDetails {
  const { walk } = checks
  const { reasons, notices, headings } = collectReasons(facts, checks, texts)
  const verdict = reasons.length > 0 ? 'suspicious' : proofVerdict(facts, checks)
  // Either source is enough: an item wrongly on sale does more harm than one wrongly withheld.
  const hasStatus = (status: StatedFacts['status']) => facts.status === status || walk?.item?.answer.status === status
  const label = judgeLabel(facts, walk?.item?.answer.label)
  const isSuspicious = verdict === 'suspicious'
  const candidates: [VerdictKind, boolean][] = [
    ['recalled', hasStatus('recalled')],
    ['voided', hasStatus('voided')],
    ['notActivated', facts.status === 'notActivated'],
    ['spoiled', label.state === 'spoiled'],
    ['lost', label.state === 'lost'],
    ['wrong', checks.check === 'fail' && reasons.length === 1],
    ['suspicious', isSuspicious],
    ['notInUse', label.state === 'notInUse'],
    ['again', checks.check === 'again'],
    // Anyone can invent positions; only one reader is the first with the code under the scratch layer.
    ['genuine', checks.check === 'genuine' && (verdict === 'proven' || verdict === 'waiting')],
    ['copied', isCopySuspected(facts, checks)],
  ]
  const kind = candidates.find(([, applies]) => applies)?.[0] ?? verdict
  const records = walk?.item?.answer.records
  const part = records && records.shown < records.total ? { n: records.shown, total: records.total } : null
  return {
    kind,
    item: kind === 'recalled' ? 'recalled' : label.state,
    label,
    verdict: kind === 'notActivated' && verdict !== 'suspicious' ? 'stated' : verdict,
    reasons,
    notices,
    headings,
    seal: checks.proof === 'running' ? 'running' : part ? 'part' : null,
    part,
  }
}

/** A sale outside of the agreed territory says nothing against the item. */
function isCopySuspected({ warnings }: StatedFacts, { scanWarnings = [] }: ReaderChecks): boolean {
  return [...warnings, ...scanWarnings].some(warning => warning.kind === 'clone' && warning.reason !== 'channel')
}

/** Either source is enough against a label, as with recalls; otherwise what was proven counts. */
function judgeLabel({ label }: StatedFacts, proven: TraceAnswer['label'] | undefined): TraceAnswer['label'] {
  return proven && (isGone(proven) || !isGone(label)) ? proven : label
}

type GoneLabel = TraceAnswer['label'] & { state: 'spoiled' | 'lost' }
const isGone = (label: TraceAnswer['label']): label is GoneLabel => label.state === 'spoiled' || label.state === 'lost'

function collectReasons(facts: StatedFacts, { check, walk, differing, scanWarnings = [] }: ReaderChecks, texts: Texts) {
  const reasons: string[] = []
  const notices: string[] = []
  const headings = new Set<string>()
  const productData = texts.t('trace.warning.product')
  for (const warning of [...facts.warnings, ...scanWarnings]) {
    const text = warningText(warning, texts)
    if (warning.kind === 'suspicious') headings.add(productData)
    if (warning.kind === 'suspicious') reasons.push(text)
    else notices.push(text)
  }
  if (facts.ledger.state === 'mismatch' && !facts.warnings.some(warning => warning.kind === 'suspicious')) {
    headings.add(productData)
    reasons.push(texts.t('trace.warning.fingerprintMismatch'))
  }
  if (walk?.outcome === 'suspicious') {
    headings.add(productData)
    reasons.push(texts.t('trace.warning.browserMismatch'))
    for (const { fault, about } of walk.faults)
      reasons.push(texts.t('trace.fault', { about: aboutText(about, texts), fault: faultText(fault, texts) }))
  }
  const { witnesses = [], witnessCount = 0 } = walk?.log ?? {}
  if (walk?.item && witnesses.length * 2 < witnessCount)
    notices.push(texts.t('trace.verdict.fewWitnesses', { n: witnesses.length, total: witnessCount }))
  const lost = walk?.promises?.lost.length ?? 0
  if (lost > 0) notices.push(texts.t('trace.promise.lost', { n: lost }))
  if (walk?.outcome === 'stated') notices.push(texts.t('trace.verdict.unsealed'))
  if (differing.length > 0) headings.add(productData)
  for (const name of differing) reasons.push(texts.t('trace.warning.fileDiffers', { name }))
  if (check === 'fail') reasons.push(texts.t('trace.warning.checkFailed'))
  return { reasons: [...new Set(reasons)], notices: [...new Set(notices)], headings: [...headings] }
}

function proofVerdict(facts: StatedFacts, { proof, walk }: ReaderChecks): Verdict {
  if (proof === 'unreachable' || walk?.outcome === 'unavailable') return 'unavailable'
  if (walk) return walk.outcome
  return facts.ledger.state === 'unavailable' ? 'unavailable' : 'stated'
}

/** The sentence for a warning. */
export function warningText(warning: TraceWarning, texts: Texts): string {
  switch (warning.kind) {
    case 'suspicious':
      return warning.stage
        ? texts.t(`trace.warning.${warning.reason}.stage`, { stage: texts.stage(warning.stage) })
        : texts.t(`trace.warning.${warning.reason}`)
    case 'clone':
      return texts.t(`trace.warning.${warning.reason}`)
    default:
      return texts.t(`trace.warning.${warning.kind}`)
  }
}
