import type { TraceWarning } from '@timbermark/contract/trace'
import type { Texts } from './texts.ts'
import type { Facts } from './types.ts'

/** What the reader's own checks have brought so far. */
export interface Live {
  check: 'none' | 'genuine' | 'fail'
  proof: 'none' | 'running' | 'match' | 'pending' | 'mismatch' | 'unavailable'
  /** How many records the browser checked, and how many there are. */
  checked?: number
  total?: number
}

/** Three values for an item in use, never two; the other two say that the item should not be on sale at all. */
export type VerdictKind = 'genuine' | 'suspicious' | 'unavailable' | 'notActivated' | 'voided'

export interface Verdict {
  kind: VerdictKind
  /** Texts of what speaks against the item. */
  reasons: string[]
  /** Texts that a buyer should know and that do not speak against the item. */
  notices: string[]
  /** Headings of the reasons, in the words of the specification ("product data suspicious"). */
  headings: string[]
  /** Who says so. */
  seal: 'server' | 'running' | 'match' | 'pending' | 'unavailable' | null
  /** What the verdict and its seal speak of, when that is not the whole history. */
  noteOf: Part | null
  sealOf: Part | null
}

/** So many records of a history. */
export interface Part {
  n: number
  total: number
}

export const nothingYet: Live = { check: 'none', proof: 'none' }

/**
 * The verdict from what the server says and what the browser found.
 *
 * Evidence against the item beats everything; without evidence a failure of ours (theirs or the browser's) is "cannot
 * check now", never genuine and never fake. Wrong codes entered by somebody and a sleeping enterprise are notices:
 * anybody could otherwise make a genuine item look suspicious by typing nonsense.
 */
export function verdictOf(facts: Facts, live: Live, texts: Texts): Verdict {
  const reasons: string[] = []
  const notices: string[] = []
  const headings = new Set<string>()
  for (const warning of facts.warnings) {
    const text = warningText(warning, texts)
    if (warning.kind === 'suspicious') headings.add(texts.t('trace.warning.product'))
    if (warning.kind === 'clone') headings.add(texts.t('trace.warning.clone'))
    if (warning.kind === 'suspicious' || warning.kind === 'clone') reasons.push(text)
    else notices.push(text)
  }
  if (facts.ledger.state === 'mismatch' && !facts.warnings.some(warning => warning.kind === 'suspicious')) {
    headings.add(texts.t('trace.warning.product'))
    reasons.push(texts.t('trace.warning.fingerprintMismatch'))
  }
  if (live.proof === 'mismatch') {
    headings.add(texts.t('trace.warning.product'))
    reasons.push(texts.t('trace.warning.browserMismatch'))
  }
  if (live.check === 'fail') reasons.push(texts.t('trace.warning.checkFailed'))
  const broken = facts.ledger.state === 'unavailable' || live.proof === 'unavailable'
  const kind =
    facts.status !== 'active' ? facts.status : reasons.length > 0 ? 'suspicious' : broken ? 'unavailable' : 'genuine'
  return { kind, reasons, notices, headings: [...headings], ...spokenOf(facts, live), seal: sealOf(facts, live, kind) }
}

/** Of which records is the verdict, and of which the seal? The server answers for what it showed, the browser for what it checked. */
function spokenOf(facts: Facts, { checked = 0, total = facts.total }: Live): Pick<Verdict, 'noteOf' | 'sealOf'> {
  const part = (n: number) => (n < total ? { n, total } : null)
  return { noteOf: part(Math.max(facts.records, checked)), sealOf: part(checked || facts.records) }
}

function sealOf(facts: Facts, live: Live, kind: VerdictKind): Verdict['seal'] {
  if (facts.records === 0 || kind === 'notActivated' || kind === 'voided') return null
  if (live.proof === 'none') return facts.ledger.state === 'unavailable' ? null : 'server'
  return live.proof === 'mismatch' ? null : live.proof
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
