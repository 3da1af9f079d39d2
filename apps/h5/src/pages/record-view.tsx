import { formatCoordinates, type Translate } from '@timbermark/client'
import type { FileInfo } from '@timbermark/contract'
import { useCallback, useState } from 'react'
import { useApp } from '../app/context.ts'
import { momentText, recordTime } from '../app/texts.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import type { ChangedRecord } from '../report/local-change.ts'
import type { FieldValue } from '../report/report.ts'
import type { FullRecord } from '../report/wire.ts'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { Failure } from '../views/failure.tsx'
import { LedgerChip, RecordChip } from '../views/state-chips.tsx'
import { answerLabel, Facts, isFileAnswer, ServerFiles, AnswerList } from '../views/values.tsx'
import { ChangeCard } from './change-card.tsx'
import { CodesCard } from './report-view.tsx'

/** One record as the server stores it; cached after the first view, for use without a network. */
export function RecordView({ id }: { id: string }) {
  const { t, online } = useApp()
  const [reloads, setReloads] = useState(0)
  const cached = useCachedAnswer<FullRecord>(`/stage/record/${encodeURIComponent(id)}`, reloads)
  const reload = useCallback(() => setReloads(count => count + 1), [])
  const record = cached.data
  if (!record)
    return (
      <Page title={t('h5.report.title')} back="/operationLog">
        {cached.loading ? (
          <Loading />
        ) : online ? (
          <Failure error={cached.error} />
        ) : (
          <Notice tone="bad">{t('h5.record.needsNetwork')}</Notice>
        )}
      </Page>
    )
  const newest = record.versions?.at(-1)
  const status = newest?.status === 'voided' ? 'voided' : record.status
  const files = record.values.filter(answer => isFileAnswer(answer) && Array.isArray(answer.value))
  return (
    <Page title={t(`stage.${record.stage}`)} back="/operationLog">
      {!cached.fresh && !cached.loading && (
        <Notice>{t(online ? 'h5.log.asOf' : 'h5.log.stale', { time: momentText(t, cached.at) })}</Notice>
      )}
      <section className="card state">
        <div className="chips">
          <RecordChip status={status} />
          <LedgerChip state={record.ledger} />
        </div>
        <Facts
          facts={[
            [t('h5.report.number'), String(record.recordId)],
            [t('h5.record.version'), String(record.version)],
            [t('h5.record.reason'), record.status === 'current' ? record.reason : (newest?.reason ?? record.reason)],
            [t('h5.record.product'), record.productName],
            [t('h5.record.batch'), record.batchNumber],
            [t('h5.record.reported'), recordTime(t, record.time)],
            [t('h5.record.recorded'), recordTime(t, record.recordedAt)],
            [t('h5.record.phoneTime'), record.phoneTime && recordTime(t, record.phoneTime)],
            [t('h5.record.reckonedTime'), record.reckonedTime && recordTime(t, record.reckonedTime)],
            [t('h5.record.claimedTime'), record.claimedTime && recordTime(t, record.claimedTime)],
          ]}
        />
      </section>
      <ChangeCard record={changedRecord(record)} onChange={reload} />
      <section className="card">
        <h2>{t('h5.papers')}</h2>
        <Facts
          facts={[
            [t('h5.documentCode'), record.documentCode],
            [t('h5.operator'), record.operator],
            [t('h5.position'), positionOf(t, record)],
            [t('h5.parentCode'), record.parentCode],
          ]}
        />
      </section>
      <CodesCard codes={(record.codeList ?? []).map(code => ({ code }))} total={record.codes} />
      {record.values.some(answer => !isFileAnswer(answer)) && (
        <section className="card">
          <h2>{t('h5.record.values')}</h2>
          <AnswerList answers={record.values} />
        </section>
      )}
      {files.map(answer => (
        <section className="card" key={answer.key}>
          <h2>{answerLabel(t, answer)}</h2>
          <ServerFiles files={answer.value as FileInfo[]} />
        </section>
      ))}
    </Page>
  )
}

/** The record as the form that asks for a change takes it. */
function changedRecord({ change, ...record }: FullRecord): ChangedRecord {
  const { recordId, stage, batchNumber, attributes, documentCode, operator, time, changeUntil } = record
  const values = record.values.flatMap(({ key, value }): [string, FieldValue][] => {
    if (value === null || value === undefined) return []
    return [[key, typeof value === 'boolean' ? value : String(value)]]
  })
  return {
    recordId,
    stage,
    batchNumber,
    attributes,
    answers: Object.fromEntries([
      ...values,
      ['documentCode', documentCode ?? ''],
      ['operator', operator ?? ''],
      ['time', time],
    ]),
    change: change ?? null,
    changeUntil: changeUntil ?? null,
  }
}

function positionOf(t: Translate, { longitude, latitude }: FullRecord): string | null {
  if (longitude == null || latitude == null) return null
  return formatCoordinates(t, [Number(longitude), Number(latitude)])
}
