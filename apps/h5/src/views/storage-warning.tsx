import { formatBytes } from '@timbermark/client'
import { useEffect, useState } from 'react'
import { useApp, useOutbox } from '../app/context.ts'
import { isScarce, freeBytes } from '../platform/storage.ts'
import { Notice } from '../ui/page.tsx'

/** Warns that the phone is nearly full, before a picture or a draft can no longer be stored. */
export function StorageWarning() {
  const { t } = useApp()
  const { reports } = useOutbox()
  const [freeSpace, setFreeSpace] = useState<number>()
  useEffect(() => {
    // Checked again whenever something is stored or sent.
    void reports
    let isCancelled = false
    void freeBytes().then(bytes => !isCancelled && setFreeSpace(bytes))
    return () => {
      isCancelled = true
    }
  }, [reports])
  if (!isScarce(freeSpace)) return null
  return <Notice tone="bad">{t('h5.storage.scarce', { size: formatBytes(freeSpace, t.language) })}</Notice>
}
