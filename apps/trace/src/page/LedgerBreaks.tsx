import type { TraceLedgerBreak } from '@timbermark/contract/trace'
import { type Format, moment, number } from '../format.ts'
import type { Texts } from '../texts.ts'

interface Props {
  breaks: readonly TraceLedgerBreak[]
  texts: Texts
  format: Format
}

/** What a reader must know of the ledger's history: that signed entries were lost and it went on under a new name. */
export function LedgerBreaks({ breaks, texts, format }: Props) {
  return breaks.map(({ at, reason, size, lost }) => (
    <p key={at} className="small" data-break="" data-proof="stated">
      {texts.t('trace.break.told', {
        time: moment(at, format),
        size: number(size, format),
        lost: number(lost.size, format),
        reason,
      })}
    </p>
  ))
}
