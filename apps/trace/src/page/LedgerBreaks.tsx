import type { LedgerBreakTold } from '@timbermark/contract/trace'
import { type Format, formatMoment, formatNumber } from '../format.ts'
import type { Texts } from '../texts.ts'

interface Props {
  breaks: readonly LedgerBreakTold[]
  texts: Texts
  format: Format
}

/** Breaks in the history of the ledger: signed entries were lost, and the log continued under a new name. */
export function LedgerBreaks({ breaks, texts, format }: Props) {
  return breaks.map(({ at, reason, size, lost }) => (
    <p key={at} className="small" data-break="" data-proof="stated">
      {texts.t('trace.break.told', {
        time: formatMoment(at, format),
        size: formatNumber(size, format),
        lost: formatNumber(lost.size, format),
        reason,
      })}
    </p>
  ))
}
