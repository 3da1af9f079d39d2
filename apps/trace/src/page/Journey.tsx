import type { TraceStage } from '@timbermark/contract/trace'
import { type Format, number } from '../format.ts'
import { journeyOf } from '../journey.ts'
import type { Texts } from '../texts.ts'
import { Record } from './Record.tsx'

/** The 18 stages as a trunk: what was reported stands out, what was not stays quietly in its place. */
export function Journey({ stages, texts, format }: { stages: TraceStage[]; texts: Texts; format: Format }) {
  const journey = journeyOf(stages)
  const done = journey.filter(({ records }) => records.length > 0).length
  return (
    <section className="journey" aria-labelledby="journey">
      <header className="section-head">
        <h2 id="journey">{texts.t('trace.journey.heading')}</h2>
        <p>{texts.t('trace.journey.summary', { done: number(done, format), total: number(journey.length, format) })}</p>
      </header>
      {done === 0 && <p className="empty">{texts.t('trace.journey.empty')}</p>}
      <ol className="trunk">
        {journey.map(({ key, order, records }) => (
          <li key={key} id={`stage-${key}`} className={records.length > 0 ? 'stage stage-done' : 'stage stage-missing'}>
            <span className="node" aria-hidden="true">
              {order}
            </span>
            <div className="stage-content">
              <h3>
                <span className="hidden">{texts.t('trace.journey.stage', { order })} </span>
                {texts.stage(key)}
              </h3>
              {records.length === 0 ? (
                <p className="missing">{texts.t('trace.journey.missing')}</p>
              ) : (
                records.map(record => <Record key={record.recordId} record={record} texts={texts} format={format} />)
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
