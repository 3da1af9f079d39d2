import { number } from '../format.ts'
import { type IslandProps, useLive } from '../live.ts'
import type { Inspection } from '../proof/inspect.ts'
import { ProofRecordView } from './ProofRecordView.tsx'
import { Sign } from './VerdictStrip.tsx'

const signOf = {
  match: 'genuine',
  mismatch: 'suspicious',
  pending: 'notActivated',
  unavailable: 'unavailable',
  empty: 'unavailable',
} as const

/** The blockchain fingerprint check: what the reader's own browser found, record by record. */
export function Proof({ facts, texts, format, store, onRun, onRunAll, onDownload }: IslandProps & ProofActions) {
  const live = useLive(store)
  const { proof } = live
  const own = live.format ?? format
  const inspection = typeof proof === 'string' ? null : proof
  const running = proof === 'running'
  // What stands on the page, and whatever is not in order; a thousand that are need no list.
  const listed = inspection?.records.filter(({ shown, verdict }) => shown || verdict !== 'match') ?? []
  const others = (inspection?.records.length ?? 0) - listed.length
  const part =
    inspection && inspection.records.length < inspection.total
      ? { n: number(inspection.records.length, own), total: number(inspection.total, own) }
      : null
  const verdict =
    inspection?.verdict ?? (proof === 'unavailable' ? 'unavailable' : facts.records === 0 ? 'empty' : null)
  return (
    <>
      <div role="status">
        {verdict && !running && (
          <div className={`proof-verdict proof-${verdict}`} data-proof={verdict}>
            <Sign kind={signOf[verdict]} />
            <div>
              <h3>
                {part && verdict === 'match'
                  ? texts.t('trace.proof.match.part', part)
                  : texts.t(`trace.proof.${verdict}`)}
              </h3>
              <p>{noteOf(verdict, inspection, texts, n => number(n, own), own.language)}</p>
            </div>
          </div>
        )}
        {running && (
          <p className="running">
            {live.fetched === null
              ? texts.t('trace.proof.running')
              : texts.t('trace.proof.running.part', {
                  n: number(live.fetched, own),
                  total: number(facts.total, own),
                })}
          </p>
        )}
      </div>
      {facts.records > 0 && (
        <p className="buttons">
          <button
            type="button"
            className={inspection ? 'quiet-button' : 'button'}
            disabled={live.format === null}
            aria-disabled={running}
            onClick={onRun}
          >
            {texts.t(inspection || proof === 'unavailable' ? 'trace.proof.again' : 'trace.proof.run')}
          </button>
          {facts.windows.length > 0 && (
            <button
              type="button"
              className="quiet-button"
              data-run-all=""
              disabled={live.format === null}
              aria-disabled={running}
              onClick={onRunAll}
              suppressHydrationWarning
            >
              {texts.t('trace.proof.all', { total: number(facts.total, own) })}
            </button>
          )}
        </p>
      )}
      {inspection && inspection.records.length > 0 && (
        <>
          <ul className="proof-records">
            {listed.map(record => (
              <ProofRecordView
                key={record.proof.recordId}
                record={record}
                open={record === firstToShow(inspection)}
                texts={texts}
                format={own}
                onDownload={() => onDownload(record)}
              />
            ))}
          </ul>
          {others > 0 && (
            <p className="small" data-others={others}>
              {texts.count('trace.proof.others', others, number(others, own), own.language)}
            </p>
          )}
          <dl className="facts proof-log">
            <div>
              <dt>{texts.t('trace.proof.log')}</dt>
              <dd className="mono">{inspection.origin}</dd>
            </div>
            <div>
              <dt>{texts.t('trace.proof.key')}</dt>
              <dd className="mono">{inspection.verifierKey}</dd>
            </div>
            {inspection.size !== null && (
              <div>
                <dt>{texts.t('trace.proof.entries')}</dt>
                <dd>{number(inspection.size, own)}</dd>
              </div>
            )}
          </dl>
          <p className="small">{texts.t(inspection.anchored ? 'trace.proof.anchored' : 'trace.proof.notAnchored')}</p>
        </>
      )}
    </>
  )
}

export interface ProofActions {
  onRun: () => void
  /** Checks every record of the history. */
  onRunAll: () => void
  onDownload: (record: Inspection['records'][number]) => void
}

/** The record that speaks first: the one in dispute, else the first. */
function firstToShow({ records }: Inspection) {
  return records.find(record => record.verdict === 'mismatch') ?? records[0]
}

function noteOf(
  verdict: Inspection['verdict'],
  inspection: Inspection | null,
  texts: IslandProps['texts'],
  write: (n: number) => string,
  language: string,
): string {
  const total = inspection?.records.length ?? 0
  const waiting = inspection?.records.filter(record => record.verdict === 'queued').length ?? 0
  if (inspection && total < inspection.total) {
    if (verdict === 'match') return texts.t('trace.proof.match.note.part', { n: write(total) })
    if (verdict === 'pending')
      return texts.t('trace.proof.pending.note.part', {
        n: write(waiting),
        checked: write(total),
        total: write(inspection.total),
      })
  }
  if (verdict === 'match') return texts.count('trace.proof.match.note', total, write(total), language)
  return texts.t(`trace.proof.${verdict}.note`, { n: write(waiting), total: write(total) })
}
