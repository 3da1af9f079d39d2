import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import type { PackingContents, PackingGroup } from '@timbermark/contract/calls'
import { Pagination } from 'antd'
import { useState } from 'react'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useClient, useT } from '../../shell/index.ts'

const perPage = 20

function useContents(code: string, page: number) {
  const client = useClient()
  return useQuery({
    queryKey: [...queryKeys.one('code/packing', code), 'contents', page],
    queryFn: ({ signal }) =>
      client.call('GET /code/packing/contents/:code', {
        params: { code },
        query: { page: String(page), limit: String(perPage) },
        signal,
      }),
  })
}

/** The number of each type: 3 packages, 3,000 items. */
function Counts({ counts }: Pick<PackingContents, 'counts'>) {
  const t = useT()
  return (
    <>
      {counts
        .map(({ codeType, count }) => `${formatNumber(count, t.language)} × ${t(`code.qr.codeType.${codeType}`)}`)
        .join(' · ')}
    </>
  )
}

/** The contents of a package or container; nested packages open in place. */
export function PackingContentsTree({ code, onOpen }: { code: string; onOpen: (code: string) => void }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useContents(code, page)
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 2 }} />
  if (data.total === 0) return <p className="tm-muted">{t('code.packing.empty')}</p>
  return (
    <>
      <p className="tm-packing-sum">
        <span className="tm-muted">{t('entity.colon', { label: t('code.packing.inside') })}</span>{' '}
        <strong>
          <Counts counts={data.counts} />
        </strong>
      </p>
      <ul className="tm-packing-tree">
        {data.groups.map(group => (
          <li key={group.first}>
            <Group group={group} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {data.total > perPage && (
        <Pagination size="small" current={page} pageSize={perPage} total={data.total} onChange={setPage} />
      )}
    </>
  )
}

/** A group of codes packed together, with those of them that contain something listed below. */
function Group({ group, onOpen }: { group: PackingGroup; onOpen: (code: string) => void }) {
  const t = useT()
  const { first, last, codeType, count, operator, filled, filledTotal } = group
  const time = formatDateTime(group.since)
  return (
    <>
      <div>
        {formatNumber(count, t.language)} × {t(`code.qr.codeType.${codeType}`)}
      </div>
      <div className="tm-packing-row">
        <CodeButton code={first} onOpen={onOpen} />
        {count > 1 && (
          <>
            {' – '}
            <CodeButton code={last} onOpen={onOpen} />
          </>
        )}
      </div>
      <div className="tm-muted">
        {operator ? t('code.packing.sinceBy', { time, operator }) : t('code.packing.since', { time })}
      </div>
      {filled.length > 0 && (
        <>
          <div className="tm-muted">
            {filledTotal > filled.length
              ? t('code.packing.filledSome', { n: filled.length, all: filledTotal })
              : t('code.packing.filled')}
          </div>
          <ul className="tm-packing-tree">
            {filled.map(one => (
              <li key={one.code}>
                <NestedPackage {...one} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** A nested package; its contents are loaded when it is opened. */
function NestedPackage({ code, counts, onOpen }: PackingGroup['filled'][number] & { onOpen: (code: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="tm-number">{code}</span>{' '}
        <span className="tm-muted">
          <Counts counts={counts} />
        </span>
      </summary>
      {open && <PackingContentsTree code={code} onOpen={onOpen} />}
    </details>
  )
}

/** A code that opens its details. */
export function CodeButton({ code, onOpen }: { code: string; onOpen: (code: string) => void }) {
  const t = useT()
  return (
    <button
      type="button"
      className="tm-link tm-number"
      aria-label={t('code.packing.open', { code })}
      onClick={() => onOpen(code)}
    >
      {code}
    </button>
  )
}
