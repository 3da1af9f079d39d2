import { type RefObject, useEffect } from 'react'
import { registerPendingWork } from '../platform/pending-work.ts'
import { useReportFiles } from './use-report-files.ts'

/**
 * The pictures of a receipt. While one is being prepared, the page is not reloaded without it.
 * @param saved resolves when what was entered is written
 */
export function useReceiptFiles(receiptKey: string, isClosed: RefObject<boolean>, saved: () => Promise<unknown>) {
  const files = useReportFiles(receiptKey, isClosed)
  const { pendingFiles } = files
  useEffect(() => {
    const finish = () => pendingFiles.settled().then(saved)
    const unregister = registerPendingWork(finish)
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (pendingFiles.fields().length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      void finish().finally(unregister)
    }
  }, [pendingFiles, saved])
  return files
}
