import type { Translate } from '@timbermark/client'
import { useSyncExternalStore } from 'react'
import { applyUpdate, subscribeInstall, updateWaiting } from '../platform/service-worker.ts'

/** Offers a newer version without forcing it: a form may be half filled in. */
export function UpdateBar({ t }: { t: Translate }) {
  const waiting = useSyncExternalStore(subscribeInstall, updateWaiting)
  if (!waiting) return null
  return (
    <div className="update" role="status">
      <span>{t('h5.update.text')}</span>
      <button type="button" className="button" onClick={() => void applyUpdate()}>
        {t('h5.update.load')}
      </button>
    </div>
  )
}
