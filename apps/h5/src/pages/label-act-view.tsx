import { Link } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { countCodes } from '../report/scanned-codes.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { DeliveryCard } from '../views/delivery-card.tsx'
import { Facts } from '../views/values.tsx'
import { CodesCard } from './report-view.tsx'

/** An act on labels on this phone: its state, the reason, and the possible actions. */
export function LabelActView({ actKey }: { actKey: string }) {
  const { t } = useApp()
  const { acts, loaded } = useOutbox()
  const act = acts.find(one => one.key === actKey)
  if (!act)
    return (
      <Page title={t('h5.tile.labels')} back="/operationLog">
        {loaded ? <Notice>{t('h5.report.gone')}</Notice> : <Loading />}
      </Page>
    )
  const { verb, reason, codes } = act.content
  const { moved } = act
  return (
    <Page title={t(`code.label.${verb}Title`)} back="/operationLog">
      <DeliveryCard
        item={act}
        edit={`/attachLabels?act=${act.key}`}
        sentFacts={[
          [t('h5.labels.moved'), moved && String(moved.codes)],
          [t('h5.labels.unchanged'), moved && moved.unchanged > 0 ? String(moved.unchanged) : null],
        ]}
        whenSent={
          <Link className="button button-main" to="/attachLabels">
            <Icon name="scan" size={20} /> {t('h5.labels.another')}
          </Link>
        }
      />
      {reason !== '' && (
        <section className="card">
          <Facts facts={[[t('code.label.reason'), t(`code.label.reason.${reason}`)]]} />
        </section>
      )}
      <CodesCard codes={codes} total={countCodes(codes)} />
    </Page>
  )
}
