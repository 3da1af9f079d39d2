import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useApp } from '../app/context.ts'
import { momentText, untilText } from '../app/texts.ts'
import { useNavigateWhileMounted } from '../app/use-navigate-while-mounted.ts'
import { isAllowed } from '../outbox/state-machine.ts'
import type { Delivery } from '../report/report.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { StateChip } from './state-chips.tsx'
import { Facts } from './values.tsx'

type FactList = ComponentProps<typeof Facts>['facts']

/** Where an item of the outbox is on its way, why, and the possible actions. */
export function DeliveryCard(props: {
  item: Delivery
  /** The uploaded share of the attachments, 0 to 1, while an attempt runs. */
  share?: number
  /** Address of its form. */
  edit: string
  /** Further actions before those that every item has. */
  editing?: ReactNode
  /** What the server answered when it accepted the item. */
  sentFacts: FactList
  /** Actions once it is sent. */
  whenSent: ReactNode
}) {
  const { item, share, edit, editing, sentFacts, whenSent } = props
  const { t, outbox, online, showToast } = useApp()
  const navigate = useNavigateWhileMounted()
  const [discarding, setDiscarding] = useState(false)
  const { key, state } = item
  return (
    <section className="card state" aria-live="polite">
      <StateChip state={state} />
      <Explanation item={item} share={share} sentFacts={sentFacts} />
      <div className="actions">
        {state === 'draft' && (
          <Link className="button button-main" to={edit}>
            <Icon name="edit" size={20} /> {t('h5.report.edit')}
          </Link>
        )}
        {editing}
        {state === 'refused' && (
          <button
            type="button"
            className="button button-main"
            onClick={() => void outbox.correct(key).then(() => navigate(edit))}
          >
            <Icon name="edit" size={20} /> {t('h5.report.correct')}
          </button>
        )}
        {state === 'waiting' && (
          <button
            type="button"
            className="button button-main"
            onClick={() => {
              if (!online) showToast(t('h5.offlineHint'))
              void outbox.retryNow(key)
            }}
          >
            <Icon name="send" size={20} /> {t('h5.report.sendNow')}
          </button>
        )}
        {isAllowed(item, 'recall') && (
          <button
            type="button"
            className="button"
            onClick={() => void outbox.recall(key).then(back => back && navigate(edit))}
          >
            <Icon name="edit" size={20} /> {t('h5.report.edit')}
          </button>
        )}
        {state === 'sent' && whenSent}
        {(state === 'waiting' || state === 'refused' || state === 'draft') && (
          <button type="button" className="button button-bad" onClick={() => setDiscarding(true)}>
            {t('h5.discard')}
          </button>
        )}
      </div>
      {discarding && (
        <Dialog
          title={t('h5.discard.ask')}
          onClose={() => setDiscarding(false)}
          actions={
            <>
              <button
                type="button"
                className="button button-bad"
                onClick={() => void outbox.remove(key).then(() => navigate('/operationLog', { replace: true }))}
              >
                {t('h5.discard')}
              </button>
              <button type="button" className="button" onClick={() => setDiscarding(false)}>
                {t('action.cancel')}
              </button>
            </>
          }
        >
          {item.left && state === 'waiting' && <p>{t('h5.discard.maybeSent')}</p>}
        </Dialog>
      )}
    </section>
  )
}

/** Why the item is in its state. */
function Explanation(props: { item: Delivery; share: number | undefined; sentFacts: FactList }) {
  const { item, share, sentFacts } = props
  const { t, online } = useApp()
  const now = useNow(item.state === 'waiting')
  if (item.state === 'refused' && item.refusal) return <RefusalNotice refusal={item.refusal} />
  if (item.state === 'sending' && share !== undefined) {
    const percent = new Intl.NumberFormat(t.locale, { style: 'percent' }).format(share)
    return (
      <>
        <p>{t('h5.report.uploading', { percent })}</p>
        <progress max={1} value={share} />
      </>
    )
  }
  if (item.state === 'sent') {
    const sentAt = item.sentAt === undefined ? null : momentText(t, item.sentAt)
    return <Facts facts={[...sentFacts, [t('h5.state.sent'), sentAt]]} />
  }
  if (item.state !== 'waiting') return null
  if (item.failure === 'signIn') return <p>{t('h5.wait.signIn')}</p>
  if (!online && !item.failure) return <p>{t('h5.wait.offline')}</p>
  if (!item.failure) return <p>{t('h5.wait.soon')}</p>
  return (
    <>
      <p>{t(`h5.wait.${item.failure}`, { time: untilText(t, item.nextAt, now) })}</p>
      <p className="card-note">{t('h5.attempts', { n: item.attempts })}</p>
    </>
  )
}

/** The current time, updated every second while `ticking`. */
function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!ticking) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [ticking])
  return now
}
