import { formatNumber } from '@timbermark/client'
import type { OwnSupplierInvitation } from '@timbermark/contract/calls'
import { Link } from 'react-router'
import { useApp } from '../app/context.ts'
import { invitedPath } from '../app/offline-calls.ts'
import { dayText, momentText } from '../app/texts.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { Failure } from '../views/failure.tsx'

/** /h5/invitedGoods: the goods and stages that a supplier is invited to; each stage opens its report. */
export default function InvitedGoods() {
  const { t, online } = useApp()
  const { data, at, fresh, loading, error } = useCachedAnswer<OwnSupplierInvitation[]>(invitedPath)
  return (
    <Page title={t('h5.tile.invited')} back="/">
      {!online && <Notice>{t('h5.offlineHint')}</Notice>}
      {online && error !== undefined && <Failure error={error} />}
      {loading && !data && <Loading />}
      {data?.length === 0 && <p className="card-empty">{t('h5.invited.none')}</p>}
      {data && data.length > 0 && !fresh && (
        <p className="card-note">{t('h5.log.asOf', { time: momentText(t, at) })}</p>
      )}
      {data?.map(one => (
        <Invitation key={one.id} invitation={one} />
      ))}
    </Page>
  )
}

function Invitation({ invitation }: { invitation: OwnSupplierInvitation }) {
  const { t } = useApp()
  const { goods, untilOn, ended, note, codes, ranges, stages } = invitation
  const day = dayText(t, untilOn)
  const count = t('h5.codes.count', { n: formatNumber(codes, t.language) })
  const listed = ranges.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="card">
      <h2>{goods}</h2>
      <p className="card-note">{[count, !ended && t('h5.invited.until', { day })].filter(Boolean).join(' · ')}</p>
      {ended && <Notice>{t('h5.invited.ended', { day })}</Notice>}
      {note && <p>{note}</p>}
      <ul>
        {ranges.map(({ first, last, count }) => (
          <li key={first} className="code-text">
            {count === 1 ? first : t('h5.invited.range', { first, last, n: formatNumber(count, t.language) })}
          </li>
        ))}
      </ul>
      {listed < codes && <p className="card-note">{t('h5.invited.more')}</p>}
      <ul className="rows">
        {stages.map(stage => (
          <li key={stage}>
            <Link className="row" to={`/operationLink?stage=${stage}`}>
              <span className="row-words">
                <span className="row-title">{t(`stage.${stage}`)}</span>
              </span>
              <Icon name="next" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
