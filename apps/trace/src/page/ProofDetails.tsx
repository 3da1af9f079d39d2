import { stageKeys } from '@timbermark/contract/stage-keys'
import type { TraceStage } from '@timbermark/contract/trace'
import { type Format, formatNumber } from '../format.ts'
import { type IslandProps, useLive } from '../live.ts'
import type { ProvenItem, WalkResult } from '../proof/proven.ts'
import { anchoringTransaction, headFingerprint } from '../proof/fingerprints.ts'
import { type BrowserChecks, describeSteps } from '../proof/steps.ts'
import type { Texts } from '../texts.ts'
import { type NodeActions, ProofAnchor } from './ProofAnchor.tsx'
import { ProofLog } from './ProofLog.tsx'
import { Fingerprints, ProofRecord } from './ProofRecord.tsx'
import { StatedTag } from './StatedTag.tsx'
import { Tick } from './Tick.tsx'

export interface EvidenceActions extends NodeActions {
  /** Saves everything that was checked as one file. */
  onEvidence: () => void
  /** Saves the proof of one record, in a format that tools outside of this product read. */
  onRecordProof: (record: TraceStage) => void
  /** Saves the head that was seen before and the one that does not continue it. */
  onHeads: () => void
  /** Removes the head that was seen before, and checks again. */
  onForgetHead: () => void
}

/** The result of the check, step by step and record by record; empty before the first check. */
export function ProofDetails({
  texts,
  format,
  store,
  onEvidence,
  onRecordProof,
  onHeads,
  onForgetHead,
  onNode,
  typedNode,
}: IslandProps & EvidenceActions) {
  const live = useLive(store)
  const { walk } = live
  const readerFormat = live.format ?? format
  return (
    <>
      {walk && (
        <>
          <Steps
            walk={walk}
            checks={{
              openedFiles: live.openedFiles,
              differingFiles: live.differing.length,
              hasPreviousHead: live.hasPreviousHead,
            }}
            texts={texts}
          />
          {walk.item && (
            <Records walk={walk} item={walk.item} texts={texts} format={readerFormat} onRecordProof={onRecordProof} />
          )}
          {walk.item?.serialFrom === 'platform' && (
            <p className="small" data-proof="stated" data-serial="platform">
              {texts.t('trace.proof.serialStated')} <StatedTag texts={texts} />
            </p>
          )}
          <ProofLog log={walk.log} texts={texts} format={readerFormat} />
          <ProofAnchor
            anchor={walk.log.anchor}
            node={live.node}
            onNode={onNode}
            typedNode={typedNode}
            texts={texts}
            format={readerFormat}
          />
          {walk.faults.some(({ fault }) => fault === 'history') && (
            <TwoHeads texts={texts} onHeads={onHeads} onForgetHead={onForgetHead} />
          )}
          {walk.promises.broken.length > 0 && <p data-promise-broken="">{texts.t('trace.promise.broken')}</p>}
          <p className="buttons">
            <button type="button" className="quiet-button" data-evidence="" onClick={onEvidence}>
              {texts.t('trace.proof.evidence')}
            </button>{' '}
            <a href="/t/timbermark-verifier.html" download data-verifier="">
              {texts.t('trace.proof.verifier')}
            </a>
          </p>
          <p role="status" className="problem">
            {live.saveFailed && texts.t('trace.proof.saveFailed')}
          </p>
        </>
      )}
      <Meaning texts={texts} />
    </>
  )
}

/** Open where something failed: then it is what the reader came for. */
function Steps({ walk, checks, texts }: { walk: WalkResult; checks: BrowserChecks; texts: Texts }) {
  const steps = describeSteps(walk, checks)
  return (
    <details className="proof-steps" open={steps.some(({ state }) => state === 'failed')}>
      <summary>
        <h3>{texts.t('trace.proof.steps')}</h3>
      </summary>
      <ul className="steps">
        {steps.map(({ key, state }) => (
          <li key={key} className={`step step-${state}`} data-step={key} data-state={state}>
            <Tick state={state} />
            <span>
              {texts.t(`trace.proof.step.${key}`)}{' '}
              <span className={state === 'ok' ? 'hidden' : 'step-outcome'}>{texts.t(`trace.proof.step.${state}`)}</span>
              {key === 'binding' && <span className="field-note">{texts.t('trace.proof.step.binding.note')}</span>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Longest list of records; the rest is only counted. */
const maxListed = 60

interface RecordsProps {
  walk: WalkResult
  item: ProvenItem
  texts: Texts
  format: Format
  onRecordProof: EvidenceActions['onRecordProof']
}

function Records({ walk, item, texts, format, onRecordProof }: RecordsProps) {
  const records = [...item.answer.stages].sort((a, b) => stageKeys.indexOf(a.stage) - stageKeys.indexOf(b.stage))
  const others = records.length - maxListed
  const head = headFingerprint(walk)
  const transactionOf = ({ recordId }: TraceStage) => anchoringTransaction(walk, item.records.get(recordId))
  const newest = records.reduce<TraceStage | undefined>(
    (last, record) => (last && Date.parse(last.recordedAt) >= Date.parse(record.recordedAt) ? last : record),
    undefined,
  )
  return (
    <>
      {newest && (
        <section className="newest-record">
          <h3>{texts.t('trace.proof.newest', { stage: texts.stage(newest.stage) })}</h3>
          <Fingerprints
            record={newest}
            proof={item.records.get(newest.recordId)}
            transaction={transactionOf(newest)}
            head={head}
            owner={item.answer.owner}
            texts={texts}
            format={format}
            explained
          />
        </section>
      )}
      <details className="proof-all" open={walk.outcome === 'suspicious'}>
        <summary>{texts.t('trace.proof.each', { n: formatNumber(records.length, format) })}</summary>
        <ul className="proof-records">
          {records.slice(0, maxListed).map(record => (
            <ProofRecord
              key={record.recordId}
              record={record}
              proof={item.records.get(record.recordId)}
              transaction={transactionOf(record)}
              head={head}
              owner={item.answer.owner}
              texts={texts}
              format={format}
              onDownload={() => onRecordProof(record)}
            />
          ))}
        </ul>
      </details>
      {others > 0 && (
        <p className="small" data-others={others}>
          {texts.count('trace.proof.others', others, formatNumber(others, format), format.language)}
        </p>
      )}
      {item.closed > 0 && (
        <p className="small" data-closed={item.closed}>
          {texts.count('trace.proof.closed', item.closed, formatNumber(item.closed, format), format.language)}
          {item.forgotten > 0 && (
            <span data-proof="stated">
              {' '}
              {texts.count(
                'trace.proof.forgotten',
                item.forgotten,
                formatNumber(item.forgotten, format),
                format.language,
              )}{' '}
              <StatedTag texts={texts} />
            </span>
          )}
        </p>
      )}
    </>
  )
}

function TwoHeads({
  texts,
  onHeads,
  onForgetHead,
}: { texts: Texts } & Pick<EvidenceActions, 'onHeads' | 'onForgetHead'>) {
  return (
    <div className="two-heads">
      <p>{texts.t('trace.proof.heads.note')}</p>
      <p className="buttons">
        <button type="button" className="button" data-heads="" onClick={onHeads}>
          {texts.t('trace.proof.heads')}
        </button>
      </p>
      <p className="small">{texts.t('trace.proof.heads.forget.note')}</p>
      <p className="buttons">
        <button type="button" className="quiet-button" data-forget-head="" onClick={onForgetHead}>
          {texts.t('trace.proof.heads.forget')}
        </button>
      </p>
    </div>
  )
}

const meanings = ['proven', 'source', 'script', 'once', 'stated'] as const

/** Explains what is proven and what is not. */
function Meaning({ texts }: { texts: Texts }) {
  return (
    <details className="meaning">
      <summary>{texts.t('trace.proof.meaning')}</summary>
      <ul className="hints">
        {meanings.map(key => (
          <li key={key}>{texts.t(`trace.proof.meaning.${key}`)}</li>
        ))}
      </ul>
    </details>
  )
}
