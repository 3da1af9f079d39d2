import { useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatNumber } from '@timbermark/client'
import { isStageKey, type WaitingItem, waitingItems } from '@timbermark/contract'
import { Link } from 'react-router'
import { useClient, useT, Waiting } from '../../shell/index.ts'
import { addressOf, daysBetween } from './waiting.ts'

type Line = AnswerTo<'GET /stats/waiting'>['lines'][number]

/** What waits for this person: each line opens its list. Nothing where nothing could wait. */
export function WaitingList() {
  const t = useT()
  const client = useClient()
  const { data, isError } = useQuery({
    queryKey: ['stats', 'waiting'],
    queryFn: ({ signal }) => client.call('GET /stats/waiting', { signal }),
    // Something may have been done a moment ago on another screen.
    staleTime: 0,
    meta: { silent: true },
  })
  if (isError || data?.kinds === 0) return null
  return (
    <section className="tm-tile-box tm-waiting" aria-labelledby="tm-waiting">
      <h3 id="tm-waiting">{t('stats.waiting.title')}</h3>
      {!data ? (
        <div className="tm-waiting-to-come">
          <Waiting title={false} paragraph={{ rows: 4, width: '100%' }} />
        </div>
      ) : data.lines.length === 0 ? (
        <p className="tm-muted">{t('stats.waiting.nothing')}</p>
      ) : (
        <ul className="tm-waiting-rows">
          {data.lines.map(line => (
            <li key={line.key} className="tm-waiting-row">
              <WaitingLine line={line} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** How many rows wait, what they are and since when; it opens their list. */
export function WaitingLine({ line }: { line: Line }) {
  const t = useT()
  return (
    <Link className="tm-waiting-line" to={addressOf(waitingItems[line.key], line.filter)}>
      <strong className="tm-number tm-waiting-count">
        {line.more ? t('stats.waiting.atLeast', { n: line.count }) : formatNumber(line.count, t.language)}
      </strong>
      <span className="tm-waiting-name">
        {t(`stats.waiting.${line.key}`)}
        <NamesOfOldest line={line} />
      </span>
      <Age item={waitingItems[line.key]} oldest={line.oldest} />
    </Link>
  )
}

/** What the oldest row is: of a batch its next stage and who is responsible for it. */
function NamesOfOldest({ line: { key, names } }: { line: Line }) {
  const t = useT()
  const { names: fields }: WaitingItem = waitingItems[key]
  const words = names
    .map((name, at) => (name && fields[at] === 'nextStage' && isStageKey(name) ? t(`stage.${name}`) : name))
    .filter(Boolean)
  return words.length > 0 && <span className="tm-muted">{words.join(' · ')}</span>
}

function Age({ item, oldest }: { item: WaitingItem; oldest: string | null }) {
  const t = useT()
  if (oldest === null) return null
  const days = daysBetween(oldest, new Date())
  const late = item.age === 'due' && days >= 0 && oldest.length > 10
  const text =
    item.age === 'since'
      ? t(days < 1 ? 'stats.waiting.sinceToday' : 'stats.waiting.sinceDays', { n: days })
      : late
        ? t(days < 1 ? 'stats.waiting.overdueToday' : 'stats.waiting.overdueDays', { n: days })
        : t(days >= 0 ? 'stats.waiting.dueToday' : 'stats.waiting.dueDays', { n: -days })
  return <span className={`tm-waiting-age ${late ? 'tm-waiting-late' : 'tm-muted'}`}>{text}</span>
}
