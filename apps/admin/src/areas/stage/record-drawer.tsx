import { formatDateTime } from '@timbermark/client'
import { stageRecord } from '@timbermark/contract'
import { Alert, Descriptions, Drawer } from 'antd'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { Copyable } from '../../entity/values/long-text.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { toneOf } from '../../entity/values/tone.ts'
import { useRow } from '../../entity/use-entity.ts'
import { useNarrow } from '../../entity/list/use-narrow.ts'
import { useT } from '../../shell/index.ts'
import { coordinatesText } from '../../entity/values/kind-value.tsx'
import { StageValue } from '../../entity/values/stage-value.tsx'
import type { Action } from '../../entity/actions/action-button.tsx'
import { DrawerFoot } from '../../entity/detail/drawer-foot.tsx'
import { ChangeNotice } from './change/change-notice.tsx'
import { RecordFlags } from './record-flags.tsx'
import { RecordPapers } from './record-papers.tsx'
import { RecordPlot } from './record-plot.tsx'
import type { StageRecord } from './record-shape.ts'
import { RecordVersions } from './record-versions.tsx'

/** One stage record with its attribute/value pairs by group, pictures, documents and ledger state. */
export function RecordDrawer({
  id,
  actions,
  changeActions,
  onOpen,
  onClose,
}: {
  id: string | undefined
  /** The actions that the record offers. */
  actions: (record: StageRecord) => readonly Action[]
  /** What may be done with the reporter's request to change it. */
  changeActions: (record: StageRecord) => readonly Action[]
  onOpen: (id: number) => void
  onClose: () => void
}) {
  const t = useT()
  const { data, error, refetch } = useRow(stageRecord, id)
  const record = id === undefined ? undefined : (data as unknown as StageRecord | undefined)
  const offered = record ? actions(record) : []
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
      footer={offered.length > 0 && <DrawerFoot actions={offered} />}
    >
      {record ? (
        <RecordDetail record={record} changeActions={changeActions(record)} onOpen={onOpen} />
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 10 }} />
      )}
    </Drawer>
  )
}

/** Types of values that take the full width. */
const wideTypes = new Set(['longText', 'images', 'files'])

function RecordDetail({
  record,
  changeActions,
  onOpen,
}: {
  record: StageRecord
  changeActions: readonly Action[]
  onOpen: (id: number) => void
}) {
  const t = useT()
  const columns = useNarrow() ? 1 : 2
  return (
    <>
      {record.status !== 'current' && (
        <Alert
          type={record.status === 'voided' ? 'error' : 'warning'}
          showIcon
          className="tm-form-problems"
          title={t(`stage.record.status.${record.status}`)}
          description={record.reason}
        />
      )}
      {record.change && <ChangeNotice change={record.change} record={record} actions={changeActions} />}
      <RecordFlags flags={record.flags} reporter={String(record.operator ?? '')} />
      {record.phoneTime && (
        <Alert
          type="warning"
          showIcon
          className="tm-form-problems"
          title={t('stage.record.wrongClock')}
          description={t('stage.record.wrongClockTimes', {
            shown: formatDateTime(record.phoneTime),
            reckoned: formatDateTime(record.reckonedTime ?? ''),
            claimed: formatDateTime(record.claimedTime ?? record.time),
          })}
        />
      )}
      <RecordFacts record={record} columns={columns} />
      <RecordPapers papers={record.papers} />
      <RecordPlot plot={record.plot} />
      <RecordVersions key={record.id} record={record} onOpen={onOpen} />
      {/* The remark is shown above. */}
      {[
        ...Map.groupBy(
          record.values.filter(({ key }) => key !== 'remark'),
          ({ group }) => group,
        ),
      ].map(([group, values]) => (
        <section key={group} className="tm-panel">
          <h3>{t.from(`stage.group.${group}`)}</h3>
          <Descriptions
            className="tm-detail"
            bordered
            size="small"
            column={columns}
            items={values.map(value => ({
              key: value.key,
              label: (
                <>
                  {value.label ?? t.from(`stage.field.${value.key}`)}
                  {value.withheld && <ToneTag className="tm-withheld">{t('stage.record.withheld')}</ToneTag>}
                </>
              ),
              span: wideTypes.has(value.type) ? columns : 1,
              children: <StageValue field={value} value={value.value} />,
            }))}
          />
        </section>
      ))}
      {record.codeList.length > 0 && (
        <section className="tm-panel">
          <h3>{t('stage.record.codes')}</h3>
          <ul className="tm-code-list">
            {record.codeList.map(code => (
              <li key={code}>
                <a
                  href={`/c/${encodeURIComponent(code)}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="tm-code"
                >
                  {code}
                </a>
              </li>
            ))}
          </ul>
          {Number(record.codes) > record.codeList.length && (
            <p className="tm-muted">
              {t('stage.record.codesShown', { n: record.codeList.length, all: Number(record.codes) })}
            </p>
          )}
        </section>
      )}
      <section className="tm-panel">
        <h3>{t('stage.record.ledger')}</h3>
        <Alert
          type={record.ledger === 'logged' ? 'success' : 'info'}
          showIcon
          title={t(`stage.record.ledger.${record.ledger}`)}
          description={
            record.ledgerIndex === null
              ? undefined
              : t('entity.said', { label: t('stage.record.leafIndex'), value: String(record.ledgerIndex) })
          }
        />
      </section>
    </>
  )
}

function RecordFacts({ record, columns }: { record: StageRecord; columns: number }) {
  const t = useT()
  const text = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : String(value))
  const moment = (value: unknown) => formatDateTime(value as string) || '–'
  const { longitude, latitude, place } = record
  const position = longitude === null || latitude === null ? '' : coordinatesText(t, [longitude, latitude])
  return (
    <Descriptions
      className="tm-detail"
      bordered
      size="small"
      column={columns}
      items={[
        { key: 'batch', label: t('stage.record.batchNumber'), children: <Copyable text={record.batchNumber} /> },
        { key: 'product', label: t('stage.record.productName'), children: text(record.productName) },
        { key: 'id', label: t('stage.record.linkId'), children: String(record.id) },
        { key: 'enterprise', label: t('stage.record.enterprise'), children: text(record.enterprise) },
        { key: 'operator', label: t('stage.record.operator'), children: text(record.operator) },
        { key: 'createBy', label: t('common.createBy'), children: text(record.createBy) },
        { key: 'recordedAt', label: t('stage.record.recordedAt'), children: moment(record.recordedAt) },
        { key: 'happenedAt', label: t('stage.record.happenedAt'), children: moment(record.time) },
        { key: 'documentCode', label: t('stage.record.documentCode'), children: text(record.documentCode) },
        { key: 'parentCode', label: t('stage.record.parentCode'), children: text(record.parentCode) },
        { key: 'circulation', label: t('stage.record.circulationName'), children: text(record.circulationName) },
        { key: 'codes', label: t('stage.record.codes'), children: text(record.codes) },
        { key: 'place', label: t('stage.record.place'), children: text([place, position].filter(Boolean).join(' · ')) },
        { key: 'version', label: t('stage.record.version'), children: String(record.version) },
        {
          key: 'status',
          label: t('stage.record.status'),
          children: <ToneTag tone={toneOf(record.status)}>{t(`stage.record.status.${record.status}`)}</ToneTag>,
        },
        { key: 'remark', label: t('common.remark'), span: columns, children: text(record.remark) },
      ]}
    />
  )
}
