import { isLabelAct, type LocalItem } from '../report/label-act.ts'
import type { OutboxStore } from './dependencies.ts'
import { database } from '../platform/db.ts'

/**
 * Acts on labels are stored under an owner of their own: another tab with an older version of the page, which knows only
 * reports, must not send them as reports.
 */
const actsOf = (owner: string) => `labels ${owner}`
const toStored = (item: LocalItem): LocalItem => (isLabelAct(item) ? { ...item, owner: actsOf(item.owner) } : item)
const fromStored = (item: LocalItem): LocalItem =>
  isLabelAct(item) ? { ...item, owner: item.owner.slice(actsOf('').length) } : item

/** The outbox in IndexedDB. */
export const outboxStore: OutboxStore = {
  async list(owner) {
    const db = await database()
    const stored = await Promise.all([owner, actsOf(owner)].map(one => db.getAllFromIndex('reports', 'owner', one)))
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
