import { formatNumber } from '../format.ts'
import { type IslandProps, type JudgedCheck, classifyCheck, useLive } from '../live.ts'
import { LiveMoment } from './LiveMoment.tsx'
import { Sign } from './VerdictStrip.tsx'

const looks = {
  genuine: { name: 'success', sign: 'proven' },
  again: { name: 'again', sign: 'again' },
  fail: { name: 'fail', sign: 'voided' },
} as const

/**
 * The result for a security code. A right code that somebody else entered before may have been copied from a genuine
 * label, so it has its own colour and heading, and shows the first time and place.
 */
export function Result({
  answer,
  texts,
  format,
  store,
}: { answer: JudgedCheck } & Pick<IslandProps, 'texts' | 'format' | 'store'>) {
  const { ownFirstCheckAt } = useLive(store)
  const { name, sign } = looks[classifyCheck(answer, ownFirstCheckAt)]
  const right = answer.checks - answer.wrongChecks
  const [before = '', after = ''] = texts
    .t(answer.firstPlace ? 'trace.check.firstAt' : 'trace.check.first', { place: answer.firstPlace ?? '' })
    .split('{time}')
  return (
    <div className={`result result-${name}`} data-result={name}>
      <Sign kind={sign} />
      <div>
        <h3 translate="no">{texts.t(`trace.check.${name}`)}</h3>
        <p>{texts.t(`trace.check.${name}.note`)}</p>
        {name === 'success' && <p>{texts.t(answer.first ? 'trace.check.isFirst' : 'trace.check.wasFirst')}</p>}
        {right > 0 && (
          <p className="result-count">
            {answer.firstRightAt && (
              <strong data-first="right">
                {before}
                <LiveMoment at={answer.firstRightAt} format={format} store={store} />
                {after}
              </strong>
            )}
            <span data-count="checked">
              {texts.count('trace.check.count', right, formatNumber(right, format), format.language)}
            </span>
          </p>
        )}
      </div>
    </div>
  )
}
