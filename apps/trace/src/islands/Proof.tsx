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
export function Proof({ facts, texts, format, store, onRun, onDownload }: IslandProps & ProofActions) {
  const live = useLive(store)
  const { proof } = live
  const own = live.format ?? format
  const inspection = typeof proof === 'string' ? null : proof
  const running = proof === 'running'
  const verdict =
    inspection?.verdict ?? (proof === 'unavailable' ? 'unavailable' : facts.records === 0 ? 'empty' : null)
  return (
    <>
      <div role="status">
        {verdict && !running && (
          <div className={`proof-verdict proof-${verdict}`} data-proof={verdict}>
            <Sign kind={signOf[verdict]} />
            <div>
              <h3>{texts.t(`trace.proof.${verdict}`)}</h3>
              <p>{noteOf(verdict, inspection, texts, n => number(n, own), own.language)}</p>
            </div>
          </div>
        )}
        {running && <p className="running">{texts.t('trace.proof.running')}</p>}
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
        </p>
      )}
      {inspection && inspection.records.length > 0 && (
        <>
          <ul className="proof-records">
            {inspection.records.map(record => (
              <ProofRecordView
                key={record.proof.recordId}
                record={record}
                open={record === firstToShow(inspection)}
                texts={texts}
                format={own}
                onDownload={() => onDownload(record, inspection)}
              />
            ))}
          </ul>
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
  onDownload: (record: Inspection['records'][number], inspection: Inspection) => void
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
  if (verdict === 'match') return texts.count('trace.proof.match.note', total, write(total), language)
  return texts.t(`trace.proof.${verdict}.note`, { n: write(waiting), total: write(total) })
}
