/** The phone's database: what the outbox holds, attachments of reports, and cached answers of the server. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LocalItem } from '../report/local-item.ts'
import type { Attachment } from '../report/report.ts'

interface CachedRow {
  /** Owner and path. */
  key: string
  at: number
  data: unknown
}

interface Schema extends DBSchema {
  reports: { key: string; value: LocalItem; indexes: { owner: string } }
  attachments: { key: string; value: Attachment; indexes: { report: string } }
  kept: { key: string; value: CachedRow }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('timbermark-h5', 1, {
    upgrade(db) {
      db.createObjectStore('reports', { keyPath: 'key' }).createIndex('owner', 'owner')
      db.createObjectStore('attachments', { keyPath: 'key' }).createIndex('report', 'reportKey')
      db.createObjectStore('kept', { keyPath: 'key' })
    },
    blocking(_current, _blocked, event) {
      // A newer version of the page wants to upgrade the database: close it, or that page waits forever.
      ;(event.target as IDBDatabase).close()
      opened = undefined
    },
    terminated() {
      opened = undefined
    },
  })
  return opened
}
