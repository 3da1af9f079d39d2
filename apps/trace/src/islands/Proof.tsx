import { formatNumber } from '../format.ts'
import { type IslandProps, type LiveState, useLive } from '../live.ts'
import type { Texts } from '../texts.ts'
import { Sign } from './VerdictStrip.tsx'

export interface ProofActions {
  onRun: () => void
  /** Checks every record of the history. */
  onRunAll: () => void
}

/** The outcome, in the terms of the specification. */
type Outcome = 'match' | 'pending' | 'old' | 'unsealed' | 'mismatch' | 'unavailable'

const signOf = {
  match: 'proven',
  pending: 'waiting',
  old: 'asOf',
  unsealed: 'stated',
  mismatch: 'suspicious',
  unavailable: 'unavailable',
} as const
const outcomeOf = {
  proven: 'match',
  waiting: 'pending',
  asOf: 'old',
  stated: 'unsealed',
  suspicious: 'mismatch',
  unavailable: 'unavailable',
} as const satisfies Record<NonNullable<LiveState['walk']>['outcome'], Outcome>

/** Outcomes under which what the walk found is proven. */
const proves: Readonly<Record<Outcome, boolean>> = {
  match: true,
  pending: true,
  old: true,
  unsealed: false,
  mismatch: false,
  unavailable: false,
}

/** The blockchain fingerprint check: the result in the reader's browser, and the buttons to check (again). */
export function Proof({ texts, format, store, onRun, onRunAll }: IslandProps & ProofActions) {
  const live = useLive(store)
  const { walk, proof, fetched } = live
  const readerFormat = live.format ?? format
  const running = proof === 'running'
  const outcome = proof === 'unreachable' ? 'unavailable' : walk ? outcomeOf[walk.outcome] : null
  const records = walk?.item?.answer.records
  const isPart = records && records.shown < records.total
  const hiddenWithdrawals = walk?.item?.hiddenWithdrawals ?? null
  return (
    <>
      <div role="status">
        {outcome && !running && (
          <div className={`proof-verdict proof-${outcome}`} data-walk={outcome}>
            <Sign kind={signOf[outcome]} />
            <div>
              <h3 translate="no">{headingOf(outcome, records, texts, n => formatNumber(n, readerFormat))}</h3>
              <p>{noteOf(outcome, records, texts, n => formatNumber(n, readerFormat), readerFormat.language)}</p>
              {hiddenWithdrawals !== null && proves[outcome] && (
                <p data-hidden-withdrawals={hiddenWithdrawals}>
                  {hiddenWithdrawals === 0
                    ? texts.t('trace.proof.withdrawals')
                    : texts.count(
                        'trace.proof.withdrawals.hidden',
                        hiddenWithdrawals,
                        formatNumber(hiddenWithdrawals, readerFormat),
                        readerFormat.language,
                      )}
                </p>
              )}
            </div>
          </div>
        )}
        {proof === 'held' && <p className="running">{texts.t('trace.proof.held')}</p>}
        {running && (
          <p className="running">
            {fetched === null || !records
              ? texts.t('trace.proof.running')
              : texts.t('trace.proof.running.part', {
                  n: formatNumber(fetched, readerFormat),
                  total: formatNumber(records.total, readerFormat),
                })}
          </p>
        )}
      </div>
      <p className="buttons">
        <button
          type="button"
          className={outcome ? 'quiet-button' : 'button'}
          disabled={live.format === null}
          aria-disabled={running}
          onClick={onRun}
        >
          {texts.t(outcome ? 'trace.proof.again' : 'trace.proof.run')}
        </button>
        {isPart && (
          <button type="button" className="quiet-button" data-run-all="" aria-disabled={running} onClick={onRunAll}>
            {texts.t('trace.proof.all', { total: formatNumber(records.total, readerFormat) })}
          </button>
        )}
      </p>
    </>
  )
}

type RecordCounts = { shown: number; total: number } | undefined
type Write = (n: number) => string

function headingOf(outcome: Outcome, records: RecordCounts, texts: Texts, write: Write): string {
  return outcome === 'match' && records && records.shown < records.total
    ? texts.t('trace.proof.match.part', { n: write(records.shown), total: write(records.total) })
    : texts.t(`trace.proof.${outcome}`)
}

function noteOf(outcome: Outcome, records: RecordCounts, texts: Texts, write: Write, language: string): string {
  if (outcome !== 'match' || !records) return texts.t(`trace.proof.${outcome === 'match' ? 'empty' : outcome}.note`)
  if (records.total === 0) return texts.t('trace.proof.empty.note')
  return records.shown < records.total
    ? texts.t('trace.proof.match.note.part', { n: write(records.shown) })
    : texts.count('trace.proof.match.note', records.total, write(records.total), language)
}
