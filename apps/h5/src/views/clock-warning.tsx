import { useSyncExternalStore } from 'react'
import { useApp } from '../app/context.ts'
import { momentText } from '../app/texts.ts'
import { subscribeClock, timeNow, clockError } from '../platform/clock.ts'
import { Notice } from '../ui/page.tsx'

/** Says that this phone's clock is wrong, what the true time is, and that reports can still be sent. */
export function ClockWarning() {
  const { t } = useApp()
  const off = useSyncExternalStore(subscribeClock, clockError)
  if (off === 0) return null
  return (
    <Notice tone="bad">
      <p>
        <strong>{t('h5.clock.wrong', { shown: momentText(t, Date.now()), reckoned: momentText(t, timeNow()) })}</strong>
      </p>
      <p>{t('h5.clock.goOn')}</p>
    </Notice>
  )
}
