import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatNumber } from '@timbermark/client'
import { Empty } from 'antd'
import { useId, useMemo } from 'react'
import { Link } from 'react-router'
import { canLookUp } from '../../../entity/actions/permissions.ts'
import { ReferenceControl } from '../../../entity/controls/reference-control.tsx'
import { useDict } from '../../../entity/controls/use-dict.ts'
import { LoadingOrFailure, NoPermission } from '../../../entity/list/list-states.tsx'
import { useNarrow } from '../../../entity/list/use-narrow.ts'
import { FiguresTable } from '../../../entity/values/figures-table.tsx'
import { zoneName } from '../../../entity/values/zone.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { FiguresBar } from '../figures-bar.tsx'
import { useFigureFilters } from '../use-figure-filters.ts'
import { columnOf, volumeOf } from './flow-columns.ts'
import { FlowList } from './flow-list.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { nameOfNode } from './name-node.ts'
import '../../../entity/entity.css'
import '../../../entity/styles/figures.css'
import './flow.css'

type Flow = AnswerTo<'GET /material/flow'>

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const toId = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** How wood flowed from its sources through processing to where it is, of one batch or all in a period. */
export default function WoodFlowScreen() {
  const t = useT()
  const client = useClient()
  const { can, permissions } = useSession()
  const [filters, change] = useFigureFilters(['from', 'to', 'batchId'])
  const batchField = useId()
  const query = {
    ...(isDay(filters.from) && { from: filters.from }),
    ...(isDay(filters.to) && { to: filters.to }),
    batchId: toId(filters.batchId),
  }
  const mayList = can('material:flow:list')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['material', 'flow', query],
    queryFn: ({ signal }) => client.call('GET /material/flow', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: mayList,
    meta: { silent: true },
  })
  if (!mayList) return <NoPermission />
  return (
    <div className="tm-dashboard tm-stats">
      <h2 className="tm-visually-hidden">{t('menu.material.flow')}</h2>
      <FiguresBar
        screen="flow"
        period={{ from: filters.from || (data?.from ?? ''), to: filters.to || (data?.to ?? '') }}
        onPeriod={change}
        query={query}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
      >
        {canLookUp('catalog/batch', permissions) && (
          <div className="tm-stats-filter">
            <label htmlFor={batchField}>{t('material.flow.batchId')}</label>
            <ReferenceControl
              id={batchField}
              entity="catalog/batch"
              value={query.batchId as number}
              onChange={value => change({ batchId: value ? String(value) : '', from: '', to: '' })}
            />
          </div>
        )}
        {query.batchId !== undefined && can('material:origin:list') && (
          <Link to={`/material/origin?batchId=${query.batchId}`}>{t('menu.material.origin')}</Link>
        )}
      </FiguresBar>
      {data ? (
        <FlowContent flow={data} />
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 10 }} />
      )}
    </div>
  )
}

function FlowContent({ flow }: { flow: Flow }) {
  const t = useT()
  const narrow = useNarrow()
  const { data: entries } = useDict('tree_species')
  const species = useMemo(
    () => new Map((entries ?? []).map(({ dictValue, dictLabel }) => [dictValue, dictLabel])),
    [entries],
  )
  const { nodes, links } = flow
  const byId = new Map(nodes.map(node => [node.id, node]))
  const drawn = links.filter(({ from, to }) => byId.has(from) && byId.has(to))
  const number = (n: number) => formatNumber(n, t.language, { maximumFractionDigits: 3 })
  if (drawn.length === 0)
    return (
      <section className="tm-tile-box">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('material.flow.empty')} />
      </section>
    )
  const Picture = narrow ? FlowList : FlowPicture
  return (
    <>
      <p className="tm-stats-about tm-muted" role="status">
        <strong className="tm-stats-printed">{t('menu.material.flow')}</strong>
        <span>
          {t(flow.from === null ? 'material.flow.aboutAll' : 'material.flow.about', {
            from: flow.from ?? '',
            to: flow.to,
            zone: zoneName(flow.timeZone, t.locale),
          })}
        </span>
        {!flow.perBatch && nodes.some(({ kind, others }) => kind === 'wood' && others) && (
          <span>{t('material.flow.grouped')}</span>
        )}
      </p>
      <FlowSums flow={flow} />
      <section className="tm-tile-box" aria-label={t('material.flow.picture')}>
        <h3>{t('material.flow.picture')}</h3>
        <Picture nodes={nodes} links={drawn} species={species} />
      </section>
      <FiguresTable
        caption={t('material.flow.picture')}
        rows={drawn}
        keyOf={({ from, to }) => `${from} > ${to}`}
        columns={[
          {
            key: 'ends',
            title: `${t('material.flow.whence')} → ${t('material.flow.whither')}`,
            cell: ({ from, to }) =>
              `${nameOfNode(t, species, byId.get(from)!)} → ${nameOfNode(t, species, byId.get(to)!)}`,
          },
          { key: 'volume', title: t('material.flow.volume'), cell: link => number(volumeOf(link)) },
        ]}
      />
    </>
  )
}

/** What came in, what was lost, what went to others and what is there. */
function FlowSums({ flow: { nodes } }: { flow: Flow }) {
  const t = useT()
  const sum = (of: (node: Flow['nodes'][number]) => boolean) =>
    nodes.filter(of).reduce((total, node) => total + volumeOf(node), 0)
  const figures = [
    { title: t('material.flow.kind.before'), volume: sum(({ kind }) => kind === 'before') },
    {
      title: t('material.flow.column.source'),
      volume: sum(node => columnOf(node) === 'source' && node.kind !== 'before'),
    },
    { title: t('material.flow.kind.residue'), volume: sum(({ kind }) => kind === 'residue') },
    { title: t('material.flow.kind.lost'), volume: sum(({ kind }) => kind === 'lost') },
    { title: t('material.flow.kind.handedOver'), volume: sum(({ kind }) => kind === 'handedOver') },
    { title: t('material.flow.kind.there'), volume: sum(({ kind }) => kind === 'there') },
  ]
  return (
    <dl className="tm-figures tm-flow-sums">
      {figures.map(({ title, volume }) => (
        <div key={title} className="tm-tile-box">
          <dt>{title}</dt>
          <dd>{formatNumber(volume, t.language, { maximumFractionDigits: 1 })} m³</dd>
        </div>
      ))}
    </dl>
  )
}
