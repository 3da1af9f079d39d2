import type { OutboxStore } from './dependencies.ts'
import { database } from '../platform/db.ts'

/** The outbox in IndexedDB. */
export const outboxStore: OutboxStore = {
  async list(owner) {
    return (await database()).getAllFromIndex('reports', 'owner', owner)
  },
  async get(key) {
    return (await database()).get('reports', key)
  },
  async put(report) {
    await (await database()).put('reports', report)
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
