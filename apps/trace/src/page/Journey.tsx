import { useContext } from 'react'
import type { StageKey } from '@timbermark/contract'
import type { StageHistory } from '@timbermark/contract/trace'
import { type Format, formatNumber } from '../format.ts'
import { type JourneyStage, buildJourney, summarizeJourney } from '../journey.ts'
import type { Texts } from '../texts.ts'
import type { Item } from '../types.ts'
import type { WithdrawnRecord } from '../proof/proven.ts'
import { Deferred } from './Deferred.tsx'
import { ProvenRecords, useVouched } from './page-context.ts'
import { Stage } from './Stage.tsx'

interface Props {
  answer: Pick<Item, 'stages' | 'histories' | 'records'>
  /** Withdrawn records. */
  withdrawn: readonly WithdrawnRecord[]
  /** Record ids and stages with evidence against them. */
  doubted: readonly string[]
  url: string
  texts: Texts
  format: Format
}

/** From where to where, in how many days, through which companies. */
function JourneySpan({ stages, texts, format }: Pick<Item, 'stages'> & Pick<Props, 'texts' | 'format'>) {
  const vouched = useVouched()
  const span = summarizeJourney(stages)
  if (!span) return null
  const { from, to, days, companies } = span
  const { language } = format
  const params = {
    from,
    to,
    days: texts.count('trace.journey.days', days, formatNumber(days, format), language),
    companies: texts.count(
      'trace.journey.companies',
      companies.length,
      formatNumber(companies.length, format),
      language,
    ),
  }
  return (
    <p className="journey-span" data-span="" title={companies.join(' · ')} {...vouched}>
      {texts.t('trace.journey.span', params)}
    </p>
  )
}

/** The 18 stages as a trunk: reported stages are prominent, the others are muted. */
export function Journey({ answer, withdrawn, doubted, url, texts, format }: Props) {
  const journey = buildJourney(answer.stages)
  const reportedCount = answer.histories.length
  const { shown, total } = answer.records
  const reportedStages = answer.histories.map(({ stage }) => stage)
  const historyOf = (key: StageKey) => answer.histories.find(({ stage }) => stage === key)
  const isDoubted = ({ key, records }: JourneyStage) =>
    doubted.includes(key) || records.some(({ recordId }) => doubted.includes(recordId))
  const proven = useContext(ProvenRecords)
  const namesItem = (recordId: string) => ['item', 'package'].includes(proven?.get(recordId)?.named.of ?? 'batch')
  const namedStages = new Set(answer.stages.filter(({ recordId }) => namesItem(recordId)).map(({ stage }) => stage))
  const openStages = [reportedStages[0], reportedStages.at(-1)]
  return (
    <section className="journey" aria-labelledby="journey">
      <header className="section-head">
        <h2 id="journey">{texts.t('trace.journey.heading')}</h2>
        <p>
          {texts.t(proven ? 'trace.journey.summary.named' : 'trace.journey.summary', {
            done: formatNumber(reportedCount, format),
            total: formatNumber(journey.length, format),
            named: formatNumber(namedStages.size, format),
          })}
        </p>
        {/* Of a part, neither the companies nor the last place are known. */}
        {shown === total && <JourneySpan stages={answer.stages} texts={texts} format={format} />}
        {shown < total && (
          <p data-history-summary="">
            {texts.t('trace.history.summary', {
              shown: formatNumber(shown, format),
              total: formatNumber(total, format),
            })}
          </p>
        )}
        {reportedCount > 2 && (
          <button type="button" className="quiet-button unfold needs-script" data-unfold="" aria-expanded="false">
            <span className="unfold-all">{texts.t('trace.journey.showAll')}</span>
            <span className="unfold-ends">{texts.t('trace.journey.showEnds')}</span>
          </button>
        )}
      </header>
      {reportedCount === 0 && <p className="empty">{texts.t('trace.journey.empty')}</p>}
      <ol className="trunk">
        {journey.map(stage => (
          <Deferred key={stage.key}>
            <Stage
              stage={stage}
              open={openStages.includes(stage.key) || isPart(historyOf(stage.key)) || isDoubted(stage)}
              withdrawn={withdrawn.filter(record => record.stage === stage.key)}
              history={historyOf(stage.key)}
              url={url}
              texts={texts}
              format={format}
            />
          </Deferred>
        ))}
      </ol>
    </section>
  )
}

/** Whether records are left out. Such a stage stays open, because the reader may be paging through it. */
const isPart = (history: StageHistory | undefined) => history !== undefined && history.shown < history.total
