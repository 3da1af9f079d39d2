import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useOnline } from './device.ts'
import { useT } from './texts.tsx'

/** Says that the network is gone, for as long as it is. */
export function OfflineBanner() {
  const online = useOnline()
  const t = useT()
  const { message } = App.useApp()
  const wasOff = useRef(false)
  useEffect(() => {
    if (!online) wasOff.current = true
    else if (wasOff.current) {
      wasOff.current = false
      message.success(t('shell.offline.back'))
    }
  }, [online, message, t])
  return <div role="status">{online ? null : <div className="offline-banner">{t('shell.offline.text')}</div>}</div>
}
