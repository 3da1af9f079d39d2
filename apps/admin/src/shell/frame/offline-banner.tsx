import { useEffect, useRef } from 'react'
import { useOnline } from '../theme/device.ts'
import { messageMilliseconds, withFeedback } from '../notices/feedback.ts'
import { useT } from '../texts.tsx'

/** A banner while the network is gone. */
export function OfflineBanner() {
  const online = useOnline()
  const t = useT()
  const wasOff = useRef(false)
  useEffect(() => {
    if (!online) wasOff.current = true
    else if (wasOff.current) {
      wasOff.current = false
      withFeedback(({ message }) => message('success', t('shell.offline.back'), messageMilliseconds))
    }
  }, [online, t])
  return <div role="status">{online ? null : <div className="offline-banner">{t('shell.offline.text')}</div>}</div>
}
