import type { LocalItem } from '../report/local-item.ts'
import type { OutboxStore } from './dependencies.ts'
import { database } from '../platform/db.ts'

/**
 * Other kinds than reports are stored under an owner of their own: another tab with an older version of the page, which does not
 * know them, must not send them as reports.
 */
const prefixes = { report: '', labelAct: 'labels ', change: 'changes ', receipt: 'receipts ', plot: 'plots ' } as const
const prefixOf = ({ kind }: LocalItem) => prefixes[kind ?? 'report']
const toStored = (item: LocalItem): LocalItem => ({ ...item, owner: prefixOf(item) + item.owner })
const fromStored = (item: LocalItem): LocalItem => ({ ...item, owner: item.owner.slice(prefixOf(item).length) })

/** The outbox in IndexedDB. */
export const outboxStore: OutboxStore = {
  async list(owner) {
    const db = await database()
    const owners = Object.values(prefixes).map(prefix => prefix + owner)
    const stored = await Promise.all(owners.map(one => db.getAllFromIndex('reports', 'owner', one)))
    return stored.flat().map(fromStored)
  },
  async get(key) {
    const item = await (await database()).get('reports', key)
    return item && fromStored(item)
  },
  async put(item) {
    await (await database()).put('reports', toStored(item))
  },
  async remove(key) {
    const transaction = (await database()).transaction(['reports', 'attachments'], 'readwrite')
    const attachments = transaction.objectStore('attachments')
    for (const one of await attachments.index('report').getAllKeys(key)) void attachments.delete(one)
    void transaction.objectStore('reports').delete(key)
    await transaction.done
  },
  async attachments(reportKey) {
    return (await database()).getAllFromIndex('attachments', 'report', reportKey)
  },
  async putAttachment(attachment) {
    await (await database()).put('attachments', attachment)
  },
  async removeAttachment(key) {
    await (await database()).delete('attachments', key)
  },
  async removeAttachments(reportKey) {
    const transaction = (await database()).transaction('attachments', 'readwrite')
    for (const one of await transaction.store.index('report').getAllKeys(reportKey)) void transaction.store.delete(one)
    await transaction.done
  },
}
