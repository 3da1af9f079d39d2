import { type Format, number } from '../format.ts'
import { journeyOf } from '../journey.ts'
import type { Texts } from '../texts.ts'
import type { Item } from '../types.ts'
import { Stage } from './Stage.tsx'

interface Props {
  answer: Item
  url: string
  texts: Texts
  format: Format
}

/** The 18 stages as a trunk: what was reported stands out, what was not stays quietly in its place. */
export function Journey({ answer, url, texts, format }: Props) {
  const journey = journeyOf(answer.stages)
  const done = answer.histories.length
  const { shown, total } = answer.records
  return (
    <section className="journey" aria-labelledby="journey">
      <header className="section-head">
        <h2 id="journey">{texts.t('trace.journey.heading')}</h2>
        <p>{texts.t('trace.journey.summary', { done: number(done, format), total: number(journey.length, format) })}</p>
        {shown < total && (
          <p data-history-summary="">
            {texts.t('trace.history.summary', { shown: number(shown, format), total: number(total, format) })}
          </p>
        )}
      </header>
      {done === 0 && <p className="empty">{texts.t('trace.journey.empty')}</p>}
      <ol className="trunk">
        {journey.map(stage => (
          <Stage
            key={stage.key}
            stage={stage}
            history={answer.histories.find(history => history.stage === stage.key)}
            url={url}
            texts={texts}
            format={format}
          />
        ))}
      </ol>
    </section>
  )
}
