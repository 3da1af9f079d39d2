import { stageKeys } from '@timbermark/contract/stage-keys'
import type { TraceStage } from '@timbermark/contract/trace'
import { type ReactNode, useState } from 'react'
import { type Format, formatMoment } from '../format.ts'
import type { RecordProof } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'
import type { Item } from '../types.ts'
import { StatedTag } from './StatedTag.tsx'

interface Props {
  record: TraceStage
  /** Undefined when the record is not proven. */
  proof: RecordProof | undefined
  /** The transaction that recorded the ledger, with this record in it, on a chain; null without one. */
  transaction: string | null
  /** Fingerprint of the signed head that proves the record; null without one. */
  head: string | null
  owner: Item['owner']
  texts: Texts
  format: Format
  onDownload: () => void
}

/** The six fields of the specification, all from what the browser opened and computed. @param explained each with its meaning */
export function Fingerprints({
  record,
  proof,
  transaction,
  head,
  owner,
  texts,
  format,
  explained = false,
}: Omit<Props, 'onDownload'> & { explained?: boolean }) {
  const compliance = checkCompliance(proof)
  const nameOf = (name: FieldName) =>
    name === 'transactionFingerprint' && !transaction ? (`${name}.head` as const) : name
  const noteOf = (name: FieldName) =>
    name === 'transactionFingerprint' && transaction ? (`${name}.note.chain` as const) : (`${name}.note` as const)
  const isStated = (name: FieldName) =>
    statedFields.has(name) || (name === 'transactionFingerprint' && transaction !== null)
  const field = (name: FieldName, value: ReactNode) => (
    <div data-field={name} data-proof={isStated(name) ? 'stated' : 'proven'}>
      <dt>
        {texts.t(`trace.proof.field.${nameOf(name)}`)} {isStated(name) && <StatedTag texts={texts} />}
      </dt>
      <dd>
        {value}
        {explained && <span className="field-note">{texts.t(`trace.proof.field.${noteOf(name)}`)}</span>}
      </dd>
    </div>
  )
  return (
    <dl className="fingerprints">
      {field('timestamp', <time dateTime={record.recordedAt}>{formatMoment(record.recordedAt, format)}</time>)}
      {field('ownerEnterprise', `${owner.name} ${owner.id}`)}
      {field('transactionFingerprint', <span className="mono hash">{transaction ?? head ?? '–'}</span>)}
      {field('traceHash', <span className="mono hash">{proof?.sealed ?? '–'}</span>)}
      {field(
        'databaseHash',
        <span className={compliance === 'no' ? 'mono hash differs' : 'mono hash'}>
          {proof?.today ?? texts.t('trace.proof.field.databaseHash.none')}
        </span>,
      )}
      {field(
        'compliant',
        <span className={`flag flag-${compliance}`}>{texts.t(`trace.proof.field.compliant.${compliance}`)}</span>,
      )}
    </dl>
  )
}

/** One record with its six fields, its sealed text, and its proof as a file. */
export function ProofRecord({ onDownload, ...fields }: Props) {
  const { record, proof, texts } = fields
  const outcome = checkCompliance(proof) === 'no' ? 'mismatch' : 'match'
  return (
    <li>
      <details className={`proof-record proof-${outcome}`}>
        <summary>
          <span className="proof-name">
            <span className="dot" aria-hidden="true">
              {stageKeys.indexOf(record.stage) + 1}
            </span>
            {texts.stage(record.stage)} <span className="mono aside">{record.recordId}</span>
          </span>
          <span className="proof-state">{texts.t(`trace.proof.${outcome}`)}</span>
        </summary>
        <Fingerprints {...fields} />
        {proof && (
          <>
            <SealedText proof={proof} texts={texts} />
            <p>
              <button type="button" className="link-button" onClick={onDownload}>
                {texts.t('trace.proof.download')}
              </button>
            </p>
          </>
        )}
      </details>
    </li>
  )
}

/** The exact text that was hashed, in the languages in which it was sealed. It is long, so it is drawn only when opened. */
function SealedText({ proof, texts }: { proof: RecordProof; texts: Texts }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="leaf" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{texts.t('trace.proof.leaf')}</summary>
      {open && <pre translate="no">{[proof.entry, ...proof.mention, '', ...proof.opened].join('\n')}</pre>}
    </details>
  )
}

/** What only the platform knows: a browser cannot compute it, and a lying server would copy the sealed digest. */
const statedFields: ReadonlySet<FieldName> = new Set(['databaseHash', 'compliant'])

/** Compares today's database rows with the sealed record; `open` when the answer has no digest of today. */
function checkCompliance(proof: RecordProof | undefined): 'yes' | 'no' | 'open' {
  if (!proof || proof.today === null) return 'open'
  return proof.today === proof.sealed ? 'yes' : 'no'
}

type FieldName = 'timestamp' | 'ownerEnterprise' | 'transactionFingerprint' | 'traceHash' | 'databaseHash' | 'compliant'
