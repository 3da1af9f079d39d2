import { formatDateTime, formatNumber } from '@timbermark/client'
import type { OfferDispute } from '@timbermark/contract/calls'
import { useT } from '../../shell/index.ts'
import './dispute.css'

type Line = OfferDispute['lines'][number]

/** What both sides wrote, the first line first. */
export function DisputeLines({ dispute }: { dispute: OfferDispute }) {
  const t = useT()
  const { lines, side } = dispute
  if (lines.length === 0) return <p className="tm-muted">{t('custody.dispute.empty')}</p>
  const isRepeated = lines.at(-1)!.dispute > 1
  return (
    <ol className="tm-dispute-lines" aria-label={t('custody.dispute.lines')}>
      {lines.map(line => (
        <li key={line.number} className={`tm-dispute-line ${line.side === side ? 'tm-dispute-line-own' : ''}`.trim()}>
          {isRepeated && line.kind === 'opened' && (
            <div className="tm-muted">{t('custody.dispute.nth', { n: formatNumber(line.dispute, t.language) })}</div>
          )}
          <strong>{t(`custody.dispute.kind.${line.kind}`)}</strong>
          <p className="tm-dispute-text">{textOf(line)}</p>
          <div className="tm-muted">
            {t('custody.dispute.by', { operator: line.operator, enterprise: dispute[line.side] })} ·{' '}
            <time dateTime={line.time}>{formatDateTime(line.time)}</time>
          </div>
        </li>
      ))}
    </ol>
  )

  /** An agreement shows the words that were agreed to: the proposal may stand far above it. */
  function textOf({ kind, text, proposal }: Line): string {
    const agreed = kind === 'agreed' && lines.find(({ number }) => number === proposal)?.text
    return [agreed && t('custody.dispute.agreedTo', { text: agreed }), text].filter(Boolean).join('\n')
  }
}
