import { formatBytes } from '@timbermark/client'
import { useEffect, useState } from 'react'
import { useApp, useOutbox } from '../app/context.ts'
import { isScarce, freeBytes } from '../platform/storage.ts'
import { Notice } from '../ui/page.tsx'

/** Says that the phone is nearly full, before a picture or a draft can no longer be kept. */
export function StorageWarning() {
  const { t } = useApp()
  const { reports } = useOutbox()
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    // Asked again whenever something was kept or sent.
    void reports
    let gone = false
    void freeBytes().then(bytes => !gone && setLeft(bytes))
    return () => {
      gone = true
    }
  }, [reports])
  if (!isScarce(left)) return null
  return <Notice tone="bad">{t('h5.storage.scarce', { size: formatBytes(left, t.language) })}</Notice>
}
