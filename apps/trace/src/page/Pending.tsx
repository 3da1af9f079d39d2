import { PROMISED_WITHIN_MS } from '@timbermark/ledger/sealed'
import { type Format, formatMoment } from '../format.ts'
import { aboutText } from '../proof/fault-texts.ts'
import type { PendingFact } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'
import { StatedTag } from './StatedTag.tsx'

interface Props {
  pending: readonly PendingFact[]
  texts: Texts
  format: Format
}

/** What the platform handed over to the ledger and is not sealed yet: listed beside what is proven, never in its place. */
export function Pending({ pending, texts, format }: Props) {
  if (pending.length === 0) return null
  return (
    <section className="card pending" aria-labelledby="pending">
      <h2 id="pending">{texts.t('trace.pending.heading')}</h2>
      <ul>
        {pending.map(fact => (
          <li key={`${fact.of} ${fact.record?.recordId} ${fact.record?.action} ${fact.since}`} data-pending={fact.of}>
            <span data-proof="stated">{pendingText(fact, texts)}</span>{' '}
            <span className="aside" data-promised={fact.isPromised}>
              {texts.t(fact.isPromised ? 'trace.pending.promised' : 'trace.pending.since', {
                time: formatMoment(fact.since, format),
                hours: PROMISED_WITHIN_MS / 3_600_000,
              })}{' '}
              {!fact.isPromised && <StatedTag texts={texts} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function pendingText({ of, record }: PendingFact, texts: Texts): string {
  if (!record) return texts.t('trace.pending.changed', { about: aboutText(of, texts) })
  return texts.t(`trace.pending.${record.action}`, { stage: texts.stage(record.stage), n: record.recordId })
}
