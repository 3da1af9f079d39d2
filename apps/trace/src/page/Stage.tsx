import type { StageHistory, TraceStage } from '@timbermark/contract/trace'
import { type MouseEvent, useContext, useState } from 'react'
import { formatDay, type Format, formatMoment, formatNumber } from '../format.ts'
import type { JourneyStage } from '../journey.ts'
import { recordsUrl, windowUrl } from '../links.ts'
import type { WithdrawnRecord } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'
import { LoaderContext, useVouchedFor, Vouching } from './page-context.ts'
import { Heading } from './Heading.tsx'
import { Moment } from './Moment.tsx'
import { Record } from './Record.tsx'

interface Props {
  stage: JourneyStage
  /** Whether the stage is open at first. */
  open: boolean
  /** Withdrawn records of the stage. */
  withdrawn: readonly WithdrawnRecord[]
  /** Undefined when the stage was not reported. */
  history: StageHistory | undefined
  url: string
  /** Before the id of its element, where a page has several journeys. */
  prefix?: string
  texts: Texts
  format: Format
}

/** One stage of the journey with its records; in a long history also the gap and a link to the records in it. */
export function Stage({ stage, open, withdrawn, history, url, prefix = '', texts, format }: Props) {
  const { key, order, records } = stage
  const partial = history && history.shown < history.total ? history : undefined
  const gap = partial ? records.findIndex(({ recordId }) => recordId === partial.gapAfter) + 1 : 0
  const [fetching, setFetching] = useState<Fetching>('idle')
  const drawRecords = (part: readonly TraceStage[]) =>
    part.map(record => <VouchedRecord key={record.recordId} record={record} texts={texts} format={format} />)
  const withdrawals = withdrawn.map(({ recordId, at }) => (
    <p className="record-withdrawn" key={recordId} data-withdrawn={recordId} data-proof="proven">
      {texts.t('trace.journey.withdrawn', { time: formatMoment(at, format), n: recordId })}
    </p>
  ))
  return (
    <li id={`${prefix}stage-${key}`} className={history ? 'stage stage-done' : 'stage stage-missing'}>
      <span className="node" aria-hidden="true">
        {order}
      </span>
      {history ? (
        <details className="stage-content stage-fold" open={open} data-open={open || undefined}>
          <summary>
            <StageName stage={stage} texts={texts} />
            <StageSummary stage={stage} history={history} texts={texts} format={format} />
          </summary>
          <div className="stage-records">
            {partial && <HistoryExtent history={partial} url={url} texts={texts} format={format} fetching={fetching} />}
            {drawRecords(gap > 0 ? records.slice(0, gap) : records)}
            {partial && gap > 0 && (
              <HistoryGap
                history={partial}
                url={url}
                texts={texts}
                format={format}
                fetching={fetching}
                setFetching={setFetching}
              />
            )}
            {gap > 0 && drawRecords(records.slice(gap))}
            {withdrawals}
          </div>
        </details>
      ) : (
        <div className="stage-content">
          <StageName stage={stage} texts={texts} />
          <p className="missing">{texts.t('trace.journey.missing')}</p>
          {withdrawals}
        </div>
      )}
    </li>
  )
}

function StageName({ stage: { key, order }, texts }: Pick<Props, 'stage' | 'texts'>) {
  return (
    <Heading className="stage-name">
      <span className="hidden">{texts.t('trace.journey.stage', { order })} </span>
      {texts.stage(key)}
    </Heading>
  )
}

/** Summary of a closed stage: when, where, and how many records there are. */
function StageSummary({
  stage: { records },
  history,
  texts,
  format,
}: Pick<Props, 'stage' | 'texts' | 'format'> & { history: StageHistory }) {
  const vouched = { 'data-proof': useVouchedFor(records) }
  const [first] = records
  const places = [...new Set(records.flatMap(({ place }) => place?.name ?? []))]
  return (
    <span className="stage-line">
      {first && (
        <span {...vouched}>
          <Moment at={first.happenedAt || first.recordedAt} format={format} dayOnly />
        </span>
      )}
      {places.length === 1 && (
        <span className="stage-where" {...vouched}>
          {places[0]}
        </span>
      )}
      {history.total > 1 && (
        <span data-proof="stated">
          {texts.count('trace.journey.records', history.total, formatNumber(history.total, format), format.language)}
        </span>
      )}
    </span>
  )
}

function VouchedRecord(props: { record: TraceStage; texts: Texts; format: Format }) {
  const vouched = useVouchedFor([props.record])
  return (
    <Vouching value={vouched}>
      <Record {...props} />
    </Vouching>
  )
}

type Fetching = 'idle' | 'loading' | 'failed'
type WindowProps = Omit<Props, 'stage' | 'open' | 'withdrawn' | 'history'> & {
  history: StageHistory
  fetching: Fetching
}

/** How many records there are, between which days, and how many of them are shown. */
function HistoryExtent({ history, url, texts, format, fetching }: WindowProps) {
  const { stage, total, shown, firstAt, lastAt, before } = history
  return (
    <div className="history">
      {/* No entry says how many records a stage has: while some are left out, the platform states the number. */}
      <p data-proof="stated">
        {texts.t('trace.history.span', {
          total: formatNumber(total, format),
          first: formatDay(firstAt, format),
          last: formatDay(lastAt, format),
        })}
      </p>
      <p role="status" data-history={stage}>
        {fetching === 'idle'
          ? texts.t('trace.history.shown', { shown: formatNumber(shown, format), total: formatNumber(total, format) })
          : texts.t(`trace.history.${fetching}`)}
      </p>
      {before > 0 && (
        <p>
          <a href={windowUrl(url, stage)}>{texts.t('trace.history.back')}</a>
        </p>
      )}
    </div>
  )
}

/** The gap where records are left out. Its link loads the next ones: as a page without scripts, otherwise proven and inserted here. */
function HistoryGap({
  history,
  url,
  texts,
  format,
  fetching,
  setFetching,
}: WindowProps & { setFetching: (fetching: Fetching) => void }) {
  const { stage, total, shown, before, gapAfter } = history
  const hidden = total - shown - before
  const loader = useContext(LoaderContext)

  async function fetchMore(event: MouseEvent) {
    if (!loader || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (fetching === 'loading') return
    setFetching('loading')
    try {
      await loader.loadMore(stage, gapAfter ?? '')
      setFetching('idle')
      // Reading continues where it stopped, also with the keyboard.
      requestAnimationFrame(() => focusAfter(gapAfter ?? ''))
    } catch {
      setFetching('failed')
    }
  }

  return (
    <div className="history-gap" data-gap={stage} data-hidden={hidden}>
      <p>{texts.count('trace.history.hidden', hidden, formatNumber(hidden, format), format.language)}</p>
      <a
        className="quiet-button"
        href={recordsUrl(url, stage, gapAfter ?? '')}
        aria-disabled={fetching === 'loading' || undefined}
        onClick={event => void fetchMore(event)}
      >
        {texts.t('trace.history.more')}
        <span className="hidden"> {texts.t('trace.journey.detailsOf', { stage: texts.stage(stage) })}</span>
      </a>
    </div>
  )
}

function focusAfter(recordId: string): void {
  const next = document.querySelector(`[data-record="${CSS.escape(recordId)}"]`)?.nextElementSibling
  if (!(next instanceof HTMLElement) || next.dataset.record === undefined) return
  next.tabIndex = -1
  next.focus({ preventScroll: true })
}
