import type { TraceWarning } from '@timbermark/contract/trace'
import type { LiveState } from './live.ts'
import { aboutText, faultText } from './proof/fault-texts.ts'
import type { WalkResult } from './proof/proven.ts'
import type { Texts } from './texts.ts'
import type { StatedFacts } from './types.ts'

/** What the reader's own checks have brought so far. */
export interface ReaderChecks extends Pick<LiveState, 'proof' | 'differing'> {
  /** What the answer to the reader's own scan said of the code. */
  scanWarnings?: readonly TraceWarning[]
  /** `again`: right, but entered before by somebody else. */
  check: 'none' | 'genuine' | 'again' | 'fail'
  walk: Pick<WalkResult, 'outcome' | 'faults' | 'item'> | null
}

/** What is known of the item, as tools read it from the root of the document. */
export type Verdict = 'stated' | 'proven' | 'waiting' | 'suspicious' | 'unavailable'

/** `again`: the reader's own code is right, but others had it before him. The last three say that the item should not be on sale at all. */
export type VerdictKind = Verdict | 'again' | 'notActivated' | 'voided' | 'recalled'

export interface VerdictDetails {
  kind: VerdictKind
  verdict: Verdict
  /** Texts of what speaks against the item. */
  reasons: string[]
  /** Texts that a buyer should know and that do not speak against the item. */
  notices: string[]
  /** Headings of the reasons, in the words of the specification ("product data suspicious"). */
  headings: string[]
  /** What is to be said beside it: that the browser is at work, or that it has seen a part of the history. */
  seal: 'running' | 'part' | null
  /** Of how many records it speaks, when that is not the whole history. */
  part: CheckedPart | null
}

/** So many records of a history. */
export interface CheckedPart {
  n: number
  total: number
}

export const noChecks: ReaderChecks = { check: 'none', walk: null, proof: 'none', differing: [] }

/**
 * The verdict from what the platform states and what the browser found.
 *
 * Evidence against the item beats everything. Without evidence it is what the browser proved; before that it is stated and
 * no more, and a failure of ours (the server's or the browser's) is "cannot check now", never genuine and never fake. Wrong
 * codes entered by somebody, scans made elsewhere and a sleeping enterprise are notices: anybody could otherwise make a
 * genuine item look suspicious by typing nonsense, or by sending made-up positions.
 */
export function computeVerdict(facts: StatedFacts, checks: ReaderChecks, texts: Texts): VerdictDetails {
  const { walk } = checks
  const { reasons, notices, headings } = collectReasons(facts, checks, texts)
  const verdict = reasons.length > 0 ? 'suspicious' : proofVerdict(facts, checks)
  // Whoever says so is believed: what is on sale wrongly harms more than what is not.
  const hasStatus = (status: StatedFacts['status']) => facts.status === status || walk?.item?.answer.status === status
  const kind = hasStatus('recalled')
    ? 'recalled'
    : hasStatus('voided')
      ? 'voided'
      : facts.status === 'notActivated'
        ? 'notActivated'
        : checks.check === 'again' && verdict !== 'suspicious'
          ? 'again'
          : verdict
  const records = walk?.item?.answer.records
  const part = records && records.shown < records.total ? { n: records.shown, total: records.total } : null
  return {
    kind,
    verdict: kind === 'notActivated' && verdict !== 'suspicious' ? 'stated' : verdict,
    reasons,
    notices,
    headings,
    seal: checks.proof === 'running' ? 'running' : part ? 'part' : null,
    part,
  }
}

function collectReasons(
  facts: StatedFacts,
  { check, walk, differing, scanWarnings: heard = [] }: ReaderChecks,
  texts: Texts,
) {
  const reasons: string[] = []
  const notices: string[] = []
  const headings = new Set<string>()
  const productData = texts.t('trace.warning.product')
  for (const warning of [...facts.warnings, ...heard]) {
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

/** A warning as a sentence. */
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
