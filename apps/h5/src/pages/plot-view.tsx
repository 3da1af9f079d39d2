import { Link } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { DeliveryCard } from '../views/delivery-card.tsx'
import { Facts } from '../views/values.tsx'
import { WalkFacts } from '../views/walk-facts.tsx'
import { WalkOutline } from '../views/walk-outline.tsx'

/** A walked plot on this phone: its state, its outline, and the possible actions. */
export function PlotView({ plotKey }: { plotKey: string }) {
  const { t } = useApp()
  const { plots, loaded } = useOutbox()
  const plot = plots.find(one => one.key === plotKey)
  if (!plot)
    return (
      <Page title={t('h5.walk.title')} back="/operationLog">
        {loaded ? <Notice>{t('h5.report.gone')}</Notice> : <Loading />}
      </Page>
    )
  const { walk, name, number } = plot.content
  return (
    <Page title={t('h5.walk.title')} back="/operationLog">
      <DeliveryCard
        item={plot}
        edit={`/walkPlot?plot=${plot.key}`}
        sentFacts={[]}
        whenSent={
          <Link className="button button-main" to="/walkPlot">
            <Icon name="pin" size={20} /> {t('h5.walk.another')}
          </Link>
        }
      />
      <section className="card">
        <Facts
          facts={[
            [t('h5.walk.name'), name],
            [t('h5.walk.number'), number],
          ]}
        />
        <WalkOutline walk={walk} />
        <WalkFacts walk={walk} />
      </section>
    </Page>
  )
}
