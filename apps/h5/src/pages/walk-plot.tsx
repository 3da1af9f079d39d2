import { newId } from '@timbermark/client'
import { Navigate, useSearchParams } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { useOpenedDraft } from '../form/use-opened-draft.ts'
import { WalkForm } from '../form/walk-form.tsx'
import { timeNow } from '../platform/clock.ts'
import { isPlot, logAddress } from '../report/local-item.ts'
import { newPlot } from '../report/local-plot.ts'
import { Loading } from '../ui/page.tsx'

/** /h5/walkPlot: walks around a plot, or stands on its point; `?plot=` continues a walk. */
export default function WalkPlot() {
  const { outbox } = useApp()
  const { plots, loaded } = useOutbox()
  const [params, setParams] = useSearchParams()
  const key = params.get('plot')
  const country = plots[0]?.content.country ?? ''
  const create = () => newPlot({ id: newId(), owner: outbox.owner, now: timeNow(), country })
  const opened = useOpenedDraft(key, isPlot, loaded ? create : undefined)

  if (opened === 'gone') return <Navigate to="/walkPlot" replace />
  if (!opened) return <Loading />
  const { item: plot, isNew } = opened
  // What is already submitted is shown, not edited.
  if (plot.state !== 'draft') return <Navigate to={logAddress(plot)} replace />
  return (
    <WalkForm
      key={plot.key}
      plot={plot}
      isNew={isNew}
      onFirstSave={() => {
        if (key !== plot.key) setParams({ plot: plot.key }, { replace: true })
      }}
    />
  )
}
