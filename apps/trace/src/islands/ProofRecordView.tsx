import { stageKeys } from '@timbermark/contract/stage-keys'
import type { Format } from '../format.ts'
import { moment } from '../format.ts'
import type { RecordInspection, StepState } from '../proof/inspect.ts'
import type { Texts, TraceKey } from '../texts.ts'

interface Props {
  record: RecordInspection
  open: boolean
  texts: Texts
  format: Format
  onDownload: () => void
}

const titleOf = { match: 'match', mismatch: 'mismatch', queued: 'pending', unknown: 'unavailable' } as const

/** One record: the specification's six fields, and each step that this browser did itself. */
export function ProofRecordView({ record, open, texts, format, onDownload }: Props) {
  const { proof } = record
  const disagree = record.leafHash !== null && record.leafHash !== proof.traceHash.toLowerCase()
  return (
    <li>
      <details className={`proof-record proof-${titleOf[record.verdict]}`} open={open}>
        <summary>
          <span className="proof-name">
            <span className="dot" aria-hidden="true">
              {stageKeys.indexOf(proof.stage) + 1}
            </span>
            {texts.stage(proof.stage)}
          </span>
          <span className="proof-state">{texts.t(`trace.proof.${titleOf[record.verdict]}`)}</span>
        </summary>
        <dl className="fingerprints">
          <Field name="timestamp" texts={texts}>
            <time dateTime={proof.timestamp}>{moment(proof.timestamp, format)}</time>
          </Field>
          <Field name="ownerEnterprise" texts={texts}>
            <span className="mono">{proof.ownerEnterprise}</span>
          </Field>
          <Field name="transactionFingerprint" texts={texts}>
            <span className="mono hash">{proof.transactionFingerprint}</span>
            {proof.anchor && (
              <span className="aside">
                {texts.t('trace.proof.field.anchor', { chain: proof.anchor.chainId, block: proof.anchor.block })}
              </span>
            )}
          </Field>
          <Field name="traceHash" texts={texts}>
            <span className={disagree ? 'mono hash differs' : 'mono hash'}>{record.leafHash ?? proof.traceHash}</span>
          </Field>
          <Field name="databaseHash" texts={texts}>
            <span className={stateOf(record, 'database') === 'failed' ? 'mono hash differs' : 'mono hash'}>
              {proof.databaseHash}
            </span>
          </Field>
          <Field name="compliant" texts={texts}>
            <span className={proof.compliant ? 'flag flag-yes' : 'flag flag-no'}>
              {texts.t(proof.compliant ? 'trace.proof.field.compliant.yes' : 'trace.proof.field.compliant.no')}
            </span>
          </Field>
        </dl>
        <h4>{texts.t('trace.proof.steps')}</h4>
        <ul className="steps">
          {record.steps.map(({ key, state }) => (
            <li key={key} className={`step step-${state}`} data-step={key} data-state={state}>
              <Tick state={state} />
              <span>
                {texts.t(`trace.proof.step.${key}`, { n: proof.path.length })}{' '}
                <span className={state === 'ok' ? 'hidden' : 'step-outcome'}>
                  {texts.t(`trace.proof.step.${state}`)}
                </span>
                {key === 'page' && record.differences.length > 0 && (
                  <span className="differs-list">
                    {texts.t('trace.proof.differences', {
                      fields: record.differences.map(name => nameOf(name, texts)).join(', '),
                    })}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
        <details className="leaf">
          <summary>{texts.t('trace.proof.leaf')}</summary>
          <pre>{proof.leaf}</pre>
        </details>
        {proof.index !== null && (
          <p>
            <button type="button" className="link-button" onClick={onDownload}>
              {texts.t('trace.proof.download')}
            </button>
          </p>
        )}
      </details>
    </li>
  )
}

const namesBesideValues: Record<string, TraceKey> = {
  happenedAt: 'trace.journey.happened',
  recordedAt: 'trace.journey.recorded',
  position: 'trace.journey.place',
  version: 'trace.journey.version',
}

/** The visible label of a differing value; the page holds it, so the script need not carry the labels of all fields. */
function nameOf(key: string, texts: Texts): string {
  const beside = namesBesideValues[key]
  if (beside) return texts.t(beside)
  const field = document.querySelector(`[data-key="${CSS.escape(key)}"]`)
  return field?.previousElementSibling?.textContent ?? texts.field(key)
}

function stateOf(record: RecordInspection, key: string): StepState | undefined {
  return record.steps.find(step => step.key === key)?.state
}

type FieldName = 'timestamp' | 'ownerEnterprise' | 'transactionFingerprint' | 'traceHash' | 'databaseHash' | 'compliant'

function Field({ name, texts, children }: { name: FieldName; texts: Texts; children: React.ReactNode }) {
  return (
    <div data-field={name}>
      <dt>{texts.t(`trace.proof.field.${name}`)}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const marks: Record<StepState, string> = {
  ok: 'M5 12.5l4.5 4.5L19 7',
  failed: 'M6 6l12 12M18 6L6 18',
  waiting: 'M12 6v6l4 2',
  skipped: 'M6 12h12',
}

function Tick({ state }: { state: StepState }) {
  return (
    <svg className="tick" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={marks[state]} />
    </svg>
  )
}
