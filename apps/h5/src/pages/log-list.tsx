import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { momentText, firstRefusalReason, warningTexts } from '../app/texts.ts'
import { readCached } from '../platform/answer-cache.ts'
import { fetchMyRecords, myRecordsPath } from '../app/offline-calls.ts'
import type { LocalReport } from '../report/report.ts'
import type { RecordRow, RecordStatus } from '../report/wire.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { isChange, isLabelAct, isPlot, isReceipt, isReport, type LocalItem, logAddress } from '../report/local-item.ts'
import type { LocalChange } from '../report/local-change.ts'
import type { LocalPlot } from '../report/local-plot.ts'
import type { LocalReceipt } from '../report/receipt.ts'
import { codesOf } from '../report/rows.ts'
import { countCodes } from '../report/scanned-codes.ts'
import { ChangeChip } from '../views/change-chip.tsx'
import { Failure } from '../views/failure.tsx'
import { LedgerChip, RecordChip, StateChip } from '../views/state-chips.tsx'

interface RecordList {
  rows: RecordRow[]
  total: number
  page: number
  at: number
  fresh: boolean
}

/** This person's reports: first those still on the phone, then the records on the server. */
export function LogList() {
  const { t, outbox, online, showToast } = useApp()
  const { items, loaded } = useOutbox()
  const { list, loading, error, more } = useMyRecords()
  const known = new Set(list?.rows.map(row => String(row.recordId)))
  // Acts on labels, receipts and plots have no record that the server would list; a sent change request stands with its record.
  const local = items.filter(
    one =>
      isLabelAct(one) ||
      isReceipt(one) ||
      isPlot(one) ||
      one.state !== 'sent' ||
      (isReport(one) && !known.has(newestRecord(one))),
  )
  const nothing = loaded && local.length === 0 && list?.rows.length === 0
  const waiting = local.filter(one => one.state === 'waiting').length
  return (
    <Page title={t('h5.tile.log')} back="/">
      {local.length > 0 && (
        <section className="card">
          <h2>{t('h5.log.onPhone')}</h2>
          <ul className="rows">
            {local.map(item => (
              <li key={item.key}>
                {isChange(item) ? (
                  <ChangeRow change={item} />
                ) : isReceipt(item) ? (
                  <ReceiptRow receipt={item} />
                ) : isPlot(item) ? (
                  <PlotRow plot={item} />
                ) : (
                  <LocalRow item={item} />
                )}
              </li>
            ))}
          </ul>
          {waiting > 0 && (
            <button
              type="button"
              className="button button-wide"
              onClick={() => {
                if (!online) showToast(t('h5.offlineHint'))
                void outbox.retryAllNow()
              }}
            >
              <Icon name="send" size={20} /> {t('h5.outbox.sendNow')}
            </button>
          )}
        </section>
      )}
      {!online && <Notice>{t('h5.offlineHint')}</Notice>}
      {online && error !== undefined && <Failure error={error} />}
      {nothing && !error && <p className="card-empty">{t('h5.log.empty')}</p>}
      {list && list.rows.length > 0 && (
        <section className="card">
          <h2>
            {t('h5.log.onServer')}{' '}
            <span className="card-note">{t('h5.log.shown', { n: list.rows.length, total: list.total })}</span>
          </h2>
          {!list.fresh && !loading && (
            <p className="card-note">{t(online ? 'h5.log.asOf' : 'h5.log.stale', { time: momentText(t, list.at) })}</p>
          )}
          <ul className="rows">
            {list.rows.map(row => (
              <li key={row.recordId}>
                <ServerRow row={row} />
              </li>
            ))}
          </ul>
          {list.fresh && list.rows.length < list.total && (
            <button type="button" className="button button-wide" disabled={loading} onClick={more}>
              {t('h5.log.more')}
            </button>
          )}
        </section>
      )}
      {loading && !list && <Loading />}
    </Page>
  )
}

/** The newest of several records, which is the first in the list. */
const newestRecord = ({ recordId = '', recordIds = [] }: LocalReport) =>
  recordIds.length > 0 ? String(Math.max(...recordIds.map(Number))) : recordId

/** A change request that is still on the phone. */
function ChangeRow({ change }: { change: LocalChange }) {
  const { t } = useApp()
  const { content, state, refusal, updatedAt } = change
  return (
    <Link className="row" to={logAddress(change)}>
      <span className="row-words">
        <span className="row-title">{t(`h5.change.title.${content.change}`)}</span>
        <span className="row-note">
          {[t(`stage.${content.stage}`), content.batchNumber, momentText(t, updatedAt)].filter(Boolean).join(' · ')}
        </span>
        <StateChip state={state} />
        {state === 'refused' && refusal && <span className="row-note bad">{firstRefusalReason(t, refusal)}</span>}
      </span>
      <Icon name="next" />
    </Link>
  )
}

/** A decision about offered goods, until some days after it was sent. */
function ReceiptRow({ receipt }: { receipt: LocalReceipt }) {
  const { t } = useApp()
  const { content, state, refusal, updatedAt } = receipt
  return (
    <Link className="row" to={logAddress(receipt)}>
      <span className="row-words">
        <span className="row-title">{t(`h5.receive.title.${content.verb}`)}</span>
        <span className="row-note">{[content.goods, content.giver, momentText(t, updatedAt)].join(' · ')}</span>
        <StateChip state={state} />
        {state === 'refused' && refusal && <span className="row-note bad">{firstRefusalReason(t, refusal)}</span>}
      </span>
      <Icon name="next" />
    </Link>
  )
}

/** A walked plot, until some days after it was sent. */
function PlotRow({ plot }: { plot: LocalPlot }) {
  const { t } = useApp()
  const { content, state, refusal, updatedAt, key } = plot
  return (
    <Link className="row" to={state === 'draft' ? `/walkPlot?plot=${key}` : logAddress(plot)}>
      <span className="row-words">
        <span className="row-title">{t('h5.walk.title')}</span>
        <span className="row-note">
          {[content.name, content.number, momentText(t, updatedAt)].filter(Boolean).join(' · ')}
        </span>
        <StateChip state={state} />
        {state === 'refused' && refusal && <span className="row-note bad">{firstRefusalReason(t, refusal)}</span>}
      </span>
      <Icon name="next" />
    </Link>
  )
}

function LocalRow({ item }: { item: Exclude<LocalItem, LocalChange | LocalReceipt | LocalPlot> }) {
  const { t } = useApp()
  const isAct = isLabelAct(item)
  const address = item.state === 'draft' && !isAct ? `/operationLink?report=${item.key}` : logAddress(item)
  const codes = isAct ? item.content.codes : codesOf(item.content)
  const [first] = codes
  const [warning] = codes.flatMap(({ check }) => warningTexts(t, check))
  return (
    <Link className="row" to={address}>
      <span className="row-words">
        <span className="row-title">{t(isAct ? `code.label.${item.content.verb}Title` : `stage.${item.stage}`)}</span>
        <span className="row-note">
          {momentText(t, item.updatedAt)} · {t(isAct ? 'h5.labels.count' : 'h5.codes.count', { n: countCodes(codes) })}
        </span>
        {first && <span className="row-note code-text">{first.code}</span>}
        {warning && <span className="row-note warn">{warning}</span>}
        <StateChip state={item.state} />
        {item.state === 'refused' && item.refusal && (
          <span className="row-note bad">{firstRefusalReason(t, item.refusal)}</span>
        )}
      </span>
      <Icon name="next" />
    </Link>
  )
}

function ServerRow({ row }: { row: RecordRow }) {
  const { t } = useApp()
  return (
    <Link className="row" to={`/operationLog?record=${row.recordId}`}>
      <span className="row-words">
        <span className="row-title">{t(`stage.${row.stage}`)}</span>
        <span className="row-note">
          {[row.productName, row.batchNumber].filter(Boolean).join(' · ')}
          {(row.productName || row.batchNumber) && ' · '}
          {t('h5.codes.count', { n: row.codes })}
        </span>
        <span className="row-note">{momentText(t, row.time)}</span>
        <span className="chips">
          <RecordChip status={outcomeOf(row)} />
          <LedgerChip state={row.ledger} />
          {row.change && <ChangeChip change={row.change} />}
        </span>
        {row.status !== 'current' && row.newestReason && (
          <span className="row-note">{t('h5.record.because', { reason: row.newestReason })}</span>
        )}
      </span>
      <Icon name="next" />
    </Link>
  )
}

/** What became of a record: a correction or withdrawal by somebody else is a version that is not the reporter's own. */
const outcomeOf = ({ status, newestStatus }: RecordRow): RecordStatus => (newestStatus === 'voided' ? 'voided' : status)

/** The person's records page by page; the first page is cached for use without a network. */
function useMyRecords() {
  const { cache, online } = useApp()
  const { reports } = useOutbox()
  const [list, setList] = useState<RecordList | null>(null)
  const [loading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>(undefined)
  // A report that was just accepted belongs in the list.
  const sentCount = reports.filter(one => one.state === 'sent').length

  useEffect(() => {
    void sentCount
    let isCancelled = false
    async function load() {
      setLoading(true)
      const old = await readCached<{ rows: RecordRow[]; total: number }>(cache, myRecordsPath).catch(() => undefined)
      if (old && !isCancelled) setList(current => current ?? { ...old.data, page: 1, at: old.at, fresh: false })
      if (!online && old) return
      const first = await fetchMyRecords(cache)
      if (isCancelled) return
      setList({ ...first, page: 1, at: Date.now(), fresh: true })
      setError(undefined)
    }
    load()
      .catch((failure: unknown) => !isCancelled && setError(failure))
      .finally(() => !isCancelled && setLoading(false))
    return () => {
      isCancelled = true
    }
  }, [cache, online, sentCount])

  async function more() {
    if (!list) return
    setLoading(true)
    try {
      const page = list.page + 1
      const next = await fetchMyRecords(cache, page)
      const known = new Set(list.rows.map(row => row.recordId))
      // A record created meanwhile shifts the pages; nothing is shown twice.
      const rows = [...list.rows, ...next.rows.filter(row => !known.has(row.recordId))]
      setList({ ...list, rows, total: next.total, page })
    } catch (failure) {
      setError(failure)
    } finally {
      setLoading(false)
    }
  }

  return { list, loading, error, more: () => void more() }
}
