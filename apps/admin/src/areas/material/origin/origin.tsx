import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@timbermark/client'
import type { WoodOrigin } from '@timbermark/contract/calls'
import { Alert, Button, Empty, Input } from 'antd'
import { useId, useState } from 'react'
import { canLookUp } from '../../../entity/actions/permissions.ts'
import { ReferenceControl } from '../../../entity/controls/reference-control.tsx'
import { LoadingOrFailure, NoPermission } from '../../../entity/list/list-states.tsx'
import { RefreshButton } from '../../../entity/list/refresh-button.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { useFigureFilters } from '../use-figure-filters.ts'
import { OriginBatchCard } from './origin-batch.tsx'
import { OriginDownloads } from './origin-downloads.tsx'
import '../../../entity/entity.css'
import '../../../entity/styles/figures.css'
import './origin.css'

/** The goods that are asked about, as the calls name them. */
export type OriginQuery = { batchId: number } | { code: string }

const toId = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** The plots that the wood of a batch or of a code may come from, back through all companies, with what is not known. */
export default function WoodOriginScreen() {
  const t = useT()
  const { can, permissions } = useSession()
  const [filters, change] = useFigureFilters(['batchId', 'code'])
  const batchField = useId()
  const batchId = toId(filters.batchId)
  if (!can('material:origin:list')) return <NoPermission />
  const query: OriginQuery | undefined =
    batchId !== undefined ? { batchId } : filters.code ? { code: filters.code } : undefined
  return (
    <div className="tm-dashboard">
      <h2 className="tm-visually-hidden">{t('menu.material.origin')}</h2>
      <div className="tm-origin-choice">
        {canLookUp('catalog/batch', permissions) && (
          <div>
            <label htmlFor={batchField}>{t('material.origin.batchId')}</label>
            <ReferenceControl
              id={batchField}
              entity="catalog/batch"
              value={batchId as number}
              onChange={value => change({ batchId: value ? String(value) : '', code: '' })}
            />
          </div>
        )}
        {/* Another code begins with an empty field. */}
        <CodeField key={filters.code} code={filters.code} onCode={code => change({ code, batchId: '' })} />
      </div>
      {query ? (
        <Origin query={query} />
      ) : (
        <section className="tm-tile-box">
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('material.origin.choose')} />
        </section>
      )}
    </div>
  )
}

/** A code that is typed, or that a reader types. */
function CodeField({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const t = useT()
  const field = useId()
  const [text, setText] = useState(code)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() !== '') onCode(text.trim())
      }}
    >
      <label htmlFor={field}>{t('material.origin.code')}</label>
      <div className="tm-origin-code">
        <Input
          id={field}
          value={text}
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${field}-hint`}
          onChange={({ target }) => setText(target.value)}
        />
        <Button htmlType="submit" type="primary">
          {t('material.origin.follow')}
        </Button>
      </div>
      <p id={`${field}-hint`} className="tm-muted">
        {t('material.origin.codeHint')}
      </p>
    </form>
  )
}

function Origin({ query }: { query: OriginQuery }) {
  const t = useT()
  const client = useClient()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['material', 'origin', query],
    queryFn: ({ signal }) => client.call('GET /material/origin', { query, signal }),
    meta: { silent: true },
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 10 }} />
  return (
    <>
      <div className="tm-origin-head">
        <h3>{t('material.origin.of', { goods: data.goods })}</h3>
        <div className="tm-origin-tools">
          <RefreshButton refreshing={isFetching} onRefresh={() => void refetch()} />
          <OriginDownloads query={query} origin={data} />
        </div>
      </div>
      <p className="tm-muted">{t('material.origin.about')}</p>
      <Summary origin={data} />
      <section className="tm-tile-box" aria-label={t('material.origin.chain')}>
        <h3>{t('material.origin.chain')}</h3>
        <ol className="tm-origin-chain">
          {data.batches.map((batch, place) => (
            // A company may have several batches of one step, whose numbers are its own affair.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={place}>
              <OriginBatchCard batch={batch} plots={data.plots} />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function Summary({ origin: { plots, withheld, incomplete, cut } }: { origin: WoodOrigin }) {
  const t = useT()
  const figures = [
    { title: t('material.origin.plots'), n: plots.length },
    { title: t('material.origin.withheld'), n: withheld },
    { title: t('material.origin.incomplete'), n: incomplete },
  ]
  const isComplete = incomplete === 0 && plots.length > 0 && !cut
  return (
    <>
      {isComplete ? (
        <Alert type="success" showIcon title={t('material.origin.complete')} />
      ) : (
        <Alert type="warning" showIcon title={t('material.origin.notComplete')} />
      )}
      {cut && <Alert type="warning" showIcon title={t('material.origin.cut')} />}
      <dl className="tm-figures">
        {figures.map(({ title, n }) => (
          <div key={title} className="tm-tile-box">
            <dt>{title}</dt>
            <dd>{formatNumber(n, t.language)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
