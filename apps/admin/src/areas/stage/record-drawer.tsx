import { formatDateTime } from '@timbermark/client'
import type { FieldGroup, FileInfo, StageKey, TraceValue } from '@timbermark/contract'
import { Alert, Descriptions, Drawer, Skeleton, Tag } from 'antd'
import {
  Copyable,
  FileLinks,
  LoadFailure,
  PicturesView,
  type Row,
  toneOf,
  useNarrow,
  useRow,
} from '../../entity/index.ts'
import { useT } from '../../shell/index.ts'
import { stageRecord } from './record-entity.ts'
import { StageValue } from './stage-value.tsx'

interface LedgerState {
  /** `logged`: in the log; `queued`: waits for its place; `mismatch`: today's record differs from what was logged. */
  state: 'logged' | 'queued' | 'mismatch' | 'unavailable'
  leafHash?: string | null
  index?: number | null
}

interface StageRecord extends Row {
  stage: StageKey
  batchNumber: string
  status: 'current' | 'superseded' | 'voided'
  version: number
  reason?: string | null
  values: TraceValue[]
  files: (FileInfo & { field?: string })[]
  documents: { code: string; name: string }[]
  ledger?: LedgerState
  versions?: {
    id: number
    version: number
    status: StageRecord['status']
    recordedAt: string
    reason?: string | null
  }[]
}

interface RecordDrawerProps {
  id: string | undefined
  onClose: () => void
  /** Opens another version of the record. */
  onOpen: (id: string) => void
}

/** One stage record with its attribute/value pairs by group, pictures, documents, ledger state and versions. */
export function RecordDrawer({ id, onClose, onOpen }: RecordDrawerProps) {
  const t = useT()
  const { data, error, refetch } = useRow(stageRecord, id)
  const record = id === undefined ? undefined : (data as StageRecord | undefined)
  const title = record ? `${t(`stage.${record.stage}`)} · ${record.batchNumber}` : t('stage.record')
  return (
    <Drawer
      open={id !== undefined}
      title={title}
      aria-label={title}
      size={820}
      className="tm-drawer"
      destroyOnHidden
      onClose={onClose}
    >
      {error && !record ? (
        <LoadFailure error={error} onRetry={() => refetch()} />
      ) : record ? (
        <RecordDetail record={record} onOpen={onOpen} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </Drawer>
  )
}

function RecordDetail({ record, onOpen }: { record: StageRecord; onOpen: (id: string) => void }) {
  const t = useT()
  const narrow = useNarrow()
  const columns = narrow ? 1 : 2
  const pictures = record.files.filter(file => file.type.startsWith('image/'))
  const others = record.files.filter(file => !file.type.startsWith('image/'))
  const text = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : String(value))
  return (
    <>
      {record.status !== 'current' && (
        <Alert
          type={record.status === 'voided' ? 'error' : 'warning'}
          showIcon
          className="tm-form-problems"
          title={t(`stage.record.status.${record.status}`)}
          description={record.reason ?? undefined}
        />
      )}
      <Descriptions
        bordered
        size="small"
        column={columns}
        items={[
          { key: 'batch', label: t('stage.record.batchNumber'), children: <Copyable text={record.batchNumber} /> },
          { key: 'id', label: t('stage.record.linkId'), children: String(record.id) },
          { key: 'enterprise', label: t('stage.record.enterprise'), children: text(record.enterprise) },
          { key: 'operator', label: t('stage.record.operator'), children: text(record.operator) },
          {
            key: 'recordedAt',
            label: t('stage.record.recordedAt'),
            children: formatDateTime(record.recordedAt as string) || '–',
          },
          {
            key: 'happenedAt',
            label: t('stage.record.happenedAt'),
            children: formatDateTime(record.happenedAt as string) || '–',
          },
          { key: 'documentCode', label: t('stage.record.documentCode'), children: text(record.documentCode) },
          { key: 'codes', label: t('stage.record.codes'), children: text(record.codes) },
          { key: 'version', label: t('stage.record.version'), children: String(record.version) },
          {
            key: 'status',
            label: t('stage.record.status'),
            children: <Tag color={toneOf(record.status)}>{t(`stage.record.status.${record.status}`)}</Tag>,
          },
          { key: 'remark', label: t('common.remark'), span: columns, children: text(record.remark) },
        ]}
      />
      {groupsOf(record.values).map(([group, values]) => (
        <section key={group} className="tm-panel">
          <h3>{t(`stage.group.${group}`)}</h3>
          <Descriptions
            bordered
            size="small"
            column={columns}
            items={values.map(value => ({
              key: value.key,
              label: t.has(`stage.field.${value.key}`) ? t.from(`stage.field.${value.key}`) : value.key,
              span: value.type === 'longText' ? columns : 1,
              children: <StageValue {...value} />,
            }))}
          />
        </section>
      ))}
      {pictures.length > 0 && (
        <section className="tm-panel">
          <h3>{t('stage.record.pictures')}</h3>
          <PicturesView files={pictures} size={112} />
        </section>
      )}
      {(others.length > 0 || record.documents.length > 0) && (
        <section className="tm-panel">
          <h3>{t('stage.record.documents')}</h3>
          <FileLinks files={others} />
          <ul className="tm-files">
            {record.documents.map(document => (
              <li key={document.code}>
                <Copyable text={document.code} /> {document.name}
              </li>
            ))}
          </ul>
        </section>
      )}
      {record.ledger && <LedgerPanel ledger={record.ledger} />}
      {record.versions && record.versions.length > 1 && (
        <section className="tm-panel">
          <h3>{t('stage.record.versions')}</h3>
          <ul className="tm-files">
            {record.versions.map(version => (
              <li key={version.id}>
                <button
                  type="button"
                  className="tm-link"
                  disabled={version.id === record.id}
                  onClick={() => onOpen(String(version.id))}
                >
                  {t('stage.record.versionNumber', { n: version.version })}
                </button>{' '}
                {formatDateTime(version.recordedAt)}{' '}
                <Tag color={toneOf(version.status)}>{t(`stage.record.status.${version.status}`)}</Tag> {version.reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Values by group, groups and values in the order in which they come. */
function groupsOf(values: readonly TraceValue[]): [FieldGroup, TraceValue[]][] {
  const shown = values.filter(({ type }) => type !== 'images' && type !== 'files')
  return [...Map.groupBy(shown, ({ group }) => group)]
}

const ledgerTone = { logged: 'success', queued: 'info', mismatch: 'error', unavailable: 'warning' } as const

function LedgerPanel({ ledger }: { ledger: LedgerState }) {
  const t = useT()
  return (
    <section className="tm-panel">
      <h3>{t('stage.record.ledger')}</h3>
      <Alert
        type={ledgerTone[ledger.state]}
        showIcon
        title={t(`stage.record.ledger.${ledger.state}`)}
        description={
          ledger.leafHash && (
            <>
              {t('stage.record.leafHash')}: <Copyable text={ledger.leafHash} />
              {ledger.index !== null && ledger.index !== undefined && (
                <div>
                  {t('stage.record.leafIndex')}: {ledger.index}
                </div>
              )}
            </>
          )
        }
      />
    </section>
  )
}
