import { FileOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import type { CertificationStep } from '@timbermark/contract/calls'
import { Drawer } from 'antd'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useClient, useT } from '../../shell/index.ts'
import type { CodeRow } from './row-fields.tsx'
import { StateTag } from './state-tag.tsx'
import './certification.css'

const lists = {
  own: { call: 'GET /certification/authorization/history', key: 'certification/authorization' },
  thirdParty: { call: 'GET /certification/review/history', key: 'certification/review' },
} as const

/** Every step of the certification of a range of codes, the latest first. */
export function HistoryDrawer({
  side,
  row,
  onClose,
}: {
  side: keyof typeof lists
  row: CodeRow | undefined
  onClose: () => void
}) {
  const t = useT()
  return (
    <Drawer
      open={row !== undefined}
      title={t('certification.history')}
      aria-label={t('certification.history')}
      size={560}
      className="tm-drawer"
      destroyOnHidden
      onClose={onClose}
    >
      {row && <Steps side={side} row={row} />}
    </Drawer>
  )
}

function Steps({ side, row }: { side: keyof typeof lists; row: CodeRow }) {
  const t = useT()
  const client = useClient()
  const { call, key } = lists[side]
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.entity(key), 'history', row.first, row.last],
    queryFn: ({ signal }) => client.call(call, { query: row, signal }),
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 6 }} />
  if (data.length === 0) return <p className="tm-muted">{t('certification.noHistory')}</p>
  return (
    <ol className="tm-certification-steps">
      {data.map(step => (
        <li key={step.id}>
          <Step step={step} />
        </li>
      ))}
    </ol>
  )
}

function Step({ step }: { step: CertificationStep }) {
  const t = useT()
  const { action, state, firstCode, lastCode, codes, certifierName, operator, enterpriseName, reason } = step
  const facts = [
    [t('certification.certifierId'), action === 'authorize' ? certifierName : null],
    [t('certification.judgedOn'), step.judgedOn],
    [t('certification.reason'), reason],
  ] as const
  return (
    <>
      <div className="tm-certification-head">
        <strong>{t(`certification.step.${action}`)}</strong> <StateTag state={state} />
        <time className="tm-muted">{formatDateTime(step.recordedAt)}</time>
      </div>
      <div>{t('certification.by', { operator, enterprise: enterpriseName })}</div>
      <div className="tm-number tm-muted">
        {codes === 1
          ? firstCode
          : t('certification.codesOf', { first: firstCode, last: lastCode, n: formatNumber(codes, t.language) })}
      </div>
      {facts.map(([label, value]) => value && <div key={label}>{t('entity.said', { label, value })}</div>)}
      {step.papers.map(({ code, name, file }) => (
        <div key={code}>
          <a
            href={file.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('certification.openPaper', { name })}
          >
            <FileOutlined /> {code} · {name}
          </a>
        </div>
      ))}
    </>
  )
}
