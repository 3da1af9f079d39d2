import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import { document, keyOf } from '@timbermark/contract'
import type { DocumentAccount as Account } from '@timbermark/contract/calls'
import { Alert, Progress, Table } from 'antd'
import { Link } from 'react-router'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useTableKeys } from '../../entity/list/use-table-keys.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'

type Unit = Account['stages'][number]['draws'][number]

/** Days before the end of its validity in which a permit with goods underway is warned about. */
const warnedDays = 30
const dayMs = 24 * 3600 * 1000

/** Statement of account of a paper: what it covers, what the reports of each stage draw on it, and goods that are underway with it. */
export function DocumentAccount({ id }: { id: number }) {
  const t = useT()
  const client = useClient()
  const section = useTableKeys<HTMLElement>(t('evidence.document.account'))
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one(keyOf(document), id), 'account'],
    queryFn: ({ signal }) => client.call('GET /evidence/document/:id/account', { params: { id }, signal }),
  })
  return (
    <section ref={section} className="tm-panel">
      <h3>{t('evidence.document.account')}</h3>
      {data ? (
        <Statement account={data} />
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 2 }} />
      )}
    </section>
  )
}

function Statement({ account }: { account: Account }) {
  const t = useT()
  const covered: Record<Unit, number | null> = {
    volume: account.coveredVolume === null ? null : Number(account.coveredVolume),
    pieces: account.coveredPieces,
  }
  const units = (['volume', 'pieces'] as const).filter(unit => covered[unit] !== null)
  if (units.length === 0) return <p className="tm-muted">{t('evidence.document.account.unlimited')}</p>
  const drawing = account.stages.filter(({ draws }) => units.some(unit => draws.includes(unit)))
  return (
    <>
      <p className="tm-muted">{t('evidence.document.account.about')}</p>
      <Underway account={account} />
      {drawing.length === 0 && <p>{t('evidence.document.account.unused')}</p>}
      {drawing.map(one => (
        <div key={one.stage}>
          <strong>{t(`stage.${one.stage}`)}</strong>
          {units
            .filter(unit => one.draws.includes(unit))
            .map(unit => (
              <DrawnBar key={unit} unit={unit} drawn={Number(one[unit])} covered={covered[unit]!} />
            ))}
        </div>
      ))}
      <NewestDraws newest={account.newest} units={units} />
    </>
  )
}

/** How much of a paper is drawn, as a bar and in words. */
function DrawnBar({ unit, drawn, covered }: { unit: Unit; drawn: number; covered: number }) {
  const t = useT()
  const quantity = (value: number) =>
    `${formatNumber(value, t.language, { maximumFractionDigits: 6 })}\u00a0${t(`stage.paperUnit.${unit}`)}`
  const rest = Math.round((covered - drawn) * 1e6) / 1e6
  const words = t(rest < 0 ? 'evidence.document.account.over' : 'evidence.document.account.left', {
    drawn: quantity(drawn),
    covered: quantity(covered),
    rest: quantity(Math.abs(rest)),
  })
  return (
    <>
      <Progress
        percent={Math.min(100, (drawn / covered) * 100)}
        status={rest < 0 ? 'exception' : 'normal'}
        showInfo={false}
        aria-label={words}
      />
      <p>{words}</p>
    </>
  )
}

/** A permit runs out while goods are underway with it. */
function Underway({ account: { underway, validUntil } }: { account: Account }) {
  const t = useT()
  const { can } = useSession()
  if (underway.length === 0) return null
  const daysLeft =
    validUntil === null ? undefined : Math.ceil((Date.parse(validUntil) + dayMs - Date.now()) / dayMs) - 1
  const isUrgent = daysLeft !== undefined && daysLeft <= warnedDays
  const ends =
    daysLeft === undefined
      ? undefined
      : daysLeft < 0
        ? t('evidence.document.account.ended', { day: validUntil! })
        : t('evidence.document.account.ends', { day: validUntil!, n: daysLeft })
  return (
    <Alert
      type={isUrgent ? 'warning' : 'info'}
      showIcon
      style={{ marginBottom: 16 }}
      title={t('evidence.document.account.underway', { n: underway.length })}
      description={
        <>
          {ends}
          <ul>
            {underway.map(({ batchId, batchNumber, exportedAt }) => (
              <li key={batchId}>
                {can('catalog:batch:query') ? (
                  <Link to={`/catalog/batch?view=${batchId}`}>{batchNumber}</Link>
                ) : (
                  batchNumber
                )}{' '}
                <span className="tm-muted">
                  {t('evidence.document.account.since', { time: formatDateTime(exportedAt) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}

function NewestDraws({ newest, units }: { newest: Account['newest']; units: readonly Unit[] }) {
  const t = useT()
  const { can } = useSession()
  if (newest.length === 0) return null
  return (
    <Table
      size="small"
      rowKey="recordId"
      dataSource={newest}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 'max-content' }}
      columns={[
        { title: t('stage.record.happenedAt'), render: (_, { happenedAt }) => formatDateTime(happenedAt) },
        {
          title: t('stage.record.stage'),
          render: (_, { recordId, stage }) =>
            can('stage:record:query') ? (
              <Link to={`/stage/record?view=${recordId}`}>{t(`stage.${stage}`)}</Link>
            ) : (
              t(`stage.${stage}`)
            ),
        },
        { title: t('stage.record.batchNumber'), dataIndex: 'batchNumber' },
        ...units.map(unit => ({
          title: t(`evidence.document.account.${unit}`),
          align: 'right' as const,
          render: (_: unknown, one: Account['newest'][number]) =>
            formatNumber(Number(one[unit]), t.language, { maximumFractionDigits: 6 }),
        })),
        {
          title: t('stage.record.version'),
          render: (_, { version }) => t('stage.record.versionNumber', { n: version }),
        },
      ]}
    />
  )
}
