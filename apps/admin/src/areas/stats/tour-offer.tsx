import { Button } from 'antd'
import { useState } from 'react'
import { knowsTour, openHelp, rememberTour } from '../../shell/frame/help-state.ts'
import { useSession, useT } from '../../shell/index.ts'

/** Offers the tour to people who have not seen it; it never begins by itself. */
export function TourOffer() {
  const t = useT()
  const { user } = useSession()
  const [away, setAway] = useState(() => knowsTour(user.userId))
  if (away) return null
  const decide = (open: boolean) => {
    rememberTour(user.userId)
    setAway(true)
    if (open) openHelp('tour')
  }
  return (
    <p className="tm-tour-offer">
      {t('stats.tour')}{' '}
      <Button type="link" size="small" onClick={() => decide(true)}>
        {t('stats.tour.start')}
      </Button>
      <Button type="text" size="small" onClick={() => decide(false)}>
        {t('stats.tour.never')}
      </Button>
    </p>
  )
}
