import { ExportOutlined, FormOutlined, QrcodeOutlined, RollbackOutlined, StopOutlined } from '@ant-design/icons'
import { groupCode } from '@timbermark/codes'
import { formatDateTime, formatNumber } from '@timbermark/client'
import { labelStates, nextState } from '@timbermark/contract'
import type { CodeCard as Card } from '@timbermark/contract/calls'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { LabelStateTag } from '../../entity/values/label-state-tag.tsx'
import { tracePath } from '../../entity/values/trace-path.ts'

/** Where a button of the card leads, with what the dialog there begins with. */
export type Go = (to: string, state?: object) => void

/** A code at a glance: what it is, where it is, what happened to it, and what this person may do. */
export function CodeCard({ card, address, go }: { card: Card; address: string | undefined; go: Go }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const { code, printed, request, batch, product, lastStage } = card
  const count = (n: number) => formatNumber(n, t.language)
  const link = (permission: string, to: string, text: string): ReactNode =>
    can(permission) ? (
      <button type="button" className="tm-link" onClick={() => go(to)}>
        {text}
      </button>
    ) : (
      text
    )
  const facts: [name: string, value: ReactNode][] = [
    [t('code.life.product'), link('catalog:product:query', `/catalog/product?view=${product.id}`, product.name)],
    [t('code.life.batch'), link('catalog:batch:query', `/catalog/batch?view=${batch.id}`, batch.batchNumber)],
    [t('code.life.request'), link('code:request:query', `/code/request?view=${request.id}`, request.name)],
    [
      t('search.code.lastStage'),
      lastStage ? (
        <>
          {link('stage:record:query', `/stage/record?view=${lastStage.id}`, t(`stage.${lastStage.stage}`))}{' '}
          <span className="tm-muted tm-number">{formatDateTime(lastStage.time)}</span>
        </>
      ) : (
        '–'
      ),
    ],
    [t('code.by-state.parentCode'), card.parentCode ? groupCode(card.parentCode) : '–'],
    ...(card.dealerName ? [[t('code.by-state.dealerName'), card.dealerName] as [string, ReactNode]] : []),
    [
      t('search.code.visits'),
      t('search.code.counts', {
        scans: count(card.scanCount),
        checks: count(card.checkCount),
        wrong: count(card.wrongCheckCount),
      }),
    ],
  ]
  /** The form begins with what is proposed for the code. */
  const openReport = async () => {
    const proposal = await client.call('GET /stage/code/:code', { params: { code } }).catch(() => undefined)
    go('/stage/record?add=1', {
      codes: [code],
      stage: proposal?.proposed,
      circulationId: proposal?.circulation?.id,
    })
  }
  // The serial on the label is its place in the range, from 1.
  const numbers = [{ requestId: request.id, from: card.serial, to: card.serial }]
  const maySpoil = can('code:label:spoil') && can('code:label:list')
  const isSpoilable = card.state !== null && nextState(labelStates, 'spoil', card.state) !== undefined
  return (
    <section className="search-card" aria-label={t('search.code')}>
      <p className="search-card-head">
        <strong className="tm-number">{printed ?? groupCode(code)}</strong>
        <span className="search-card-tags">
          {card.recalled && <ToneTag tone="error">{t('code.by-state.recalled')}</ToneTag>}
          {card.state && <LabelStateTag state={card.state} single />}
          <ToneTag>{t(`code.by-state.certification.${card.certification}`)}</ToneTag>
          <ToneTag>{t(`code.by-state.codeType.${card.codeType}`)}</ToneTag>
        </span>
      </p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="search-card-verbs">
        {address && (
          <Button type="primary" size="small" icon={<QrcodeOutlined />} onClick={() => go(address)}>
            {t('action.query')}
          </Button>
        )}
        <Button size="small" href={tracePath(code)} target="_blank" rel="noopener noreferrer" icon={<ExportOutlined />}>
          {t('code.qr.trace')}
        </Button>
        {can('stage:record:enter') && (
          <Button size="small" icon={<FormOutlined />} onClick={openReport}>
            {t('search.code.report')}
          </Button>
        )}
        {maySpoil && isSpoilable && (
          <Button size="small" icon={<StopOutlined />} onClick={() => go('/code/label?act=spoil', { numbers })}>
            {t('search.code.spoil')}
          </Button>
        )}
        {can('catalog:recall:declare') && (
          <Button
            size="small"
            danger
            icon={<RollbackOutlined />}
            onClick={() => go('/catalog/recall?add=1', { codes: [code] })}
          >
            {t('action.declare')}
          </Button>
        )}
      </div>
    </section>
  )
}
