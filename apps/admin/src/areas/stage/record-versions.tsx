import { formatDateTime } from '@timbermark/client'
import { stageRecord } from '@timbermark/contract'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { StageValue } from '../../entity/values/stage-value.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { toneOf } from '../../entity/values/tone.ts'
import { useRow } from '../../entity/use-entity.ts'
import { useT } from '../../shell/index.ts'
import { type Change, changesBetween } from './changes.ts'
import type { RecordVersion, ReportedValue, StageRecord } from './record-shape.ts'
import './stage.css'

/** Every version of a record with its reason, and a comparison of any two versions. */
export function RecordVersions({ record, onOpen }: { record: StageRecord; onOpen: (id: number) => void }) {
  const t = useT()
  const [compared, setCompared] = useState<number>()
  const others = record.versions.filter(({ id }) => id !== record.id)
  if (others.length === 0) return null
  return (
    <section className="tm-panel">
      <h3>{t('stage.record.versions')}</h3>
      <ul className="tm-versions">
        {record.versions.map(version => (
          <li key={version.id} aria-current={version.id === record.id ? 'true' : undefined}>
            <VersionLabel version={version} />
            {version.id !== record.id && (
              <>
                <Button size="small" onClick={() => onOpen(version.id)}>
                  {t('action.query')}
                </Button>
                <Button
                  size="small"
                  aria-pressed={compared === version.id}
                  onClick={() => setCompared(compared === version.id ? undefined : version.id)}
                >
                  {t('stage.record.compare')}
                </Button>
              </>
            )}
            {version.reason && <p className="tm-versions-reason tm-muted">{version.reason}</p>}
          </li>
        ))}
      </ul>
      {compared !== undefined && <VersionComparison record={record} other={compared} />}
    </section>
  )
}

function VersionLabel({ version: { version, status, recordedAt, createBy } }: { version: RecordVersion }) {
  const t = useT()
  return (
    <>
      <strong>{t('stage.record.versionNumber', { n: version })}</strong>
      <ToneTag tone={toneOf(status)}>{t(`stage.record.status.${status}`)}</ToneTag>
      <span>{[formatDateTime(recordedAt), createBy].filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** The older of two versions next to the newer one: only what differs. */
function VersionComparison({ record, other }: { record: StageRecord; other: number }) {
  const t = useT()
  const { data, error, refetch } = useRow(stageRecord, String(other))
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 3 }} />
  const otherRecord = data as unknown as StageRecord
  const [before, after] = otherRecord.version < record.version ? [otherRecord, record] : [record, otherRecord]
  const column = (version: number, side: 'before' | 'after') => ({
    title: t('stage.record.versionNumber', { n: version }),
    render: (_: unknown, change: Change) => <ChangedValue field={change.field} value={change[side]} />,
  })
  return (
    <Table<Change>
      className="tm-compare"
      size="small"
      rowKey="key"
      pagination={false}
      dataSource={changesBetween(before, after)}
      locale={{ emptyText: <span className="tm-muted">{t('stage.record.sameValues')}</span> }}
      columns={[
        { title: t('stage.record.field'), render: (_, { field }) => <strong>{labelOf(t, field)}</strong> },
        column(before.version, 'before'),
        column(after.version, 'after'),
      ]}
    />
  )
}

const commonLabels = {
  documentCode: 'stage.record.documentCode',
  operator: 'stage.record.operator',
  time: 'stage.record.happenedAt',
  position: 'stage.field.coordinates',
} as const

function labelOf(t: ReturnType<typeof useT>, { key, label }: ReportedValue): string {
  return (
    label ?? (key in commonLabels ? t(commonLabels[key as keyof typeof commonLabels]) : t.from(`stage.field.${key}`))
  )
}

function ChangedValue({ field, value }: { field: ReportedValue; value: unknown }) {
  return value === undefined || value === '' ? <>–</> : <StageValue field={field} value={value} />
}
