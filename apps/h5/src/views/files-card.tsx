import { useEffect, useState } from 'react'
import { useApp } from '../app/context.ts'
import { attachmentKeys } from '../outbox/compose.ts'
import type { LocalReceipt } from '../report/receipt.ts'
import type { Attachment, LocalReport } from '../report/report.ts'
import { Picture } from '../ui/picture.tsx'

/** The pictures and files of an item that wait on this phone; once it is sent, they are only on the server. */
export function FilesCard({ item }: { item: LocalReport | LocalReceipt }) {
  const { t, outbox } = useApp()
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  useEffect(() => {
    let isCancelled = false
    // Loaded again when the state changes.
    void item.state
    outbox.attachments(item.key).then(
      stored => !isCancelled && setAttachments(stored),
      () => {},
    )
    return () => {
      isCancelled = true
    }
  }, [outbox, item.key, item.state])
  const keys = new Set(attachmentKeys(item))
  const used = attachments.filter(one => keys.has(one.key))
  if (used.length === 0) return null
  return (
    <section className="card">
      <h2>{t('h5.record.files')}</h2>
      <ul className="pictures">
        {used.map(one =>
          one.type.startsWith('image/') ? (
            <li key={one.key}>
              <Picture blob={one.blob} alt={one.name} />
            </li>
          ) : (
            <li key={one.key} className="file-name">
              {one.name}
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
