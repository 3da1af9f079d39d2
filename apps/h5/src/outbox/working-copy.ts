import type { Outbox, SaveResult } from './outbox.ts'
import type { LocalItem } from '../report/local-item.ts'

/**
 * The copy of a report or act that one form edits. It tracks the expected version of what is stored, so that it neither
 * overwrites what another tab entered or sent, nor takes its own last write for another tab's.
 * @param isNew it is not stored yet
 */
export function createWorkingCopy<Item extends LocalItem>(
  outbox: Pick<Outbox, 'save' | 'submit' | 'discard'>,
  item: Item,
  isNew: boolean,
) {
  let expectedVersion = isNew ? undefined : item.updatedAt
  let lastWrite: Promise<unknown> = Promise.resolve()

  /** Runs writes one after another: each starts from the version that the previous one wrote. */
  function runInTurn<T>(write: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(write)
    lastWrite = result.catch(() => {})
    return result
  }

  async function trackVersion(write: Promise<SaveResult>): Promise<SaveResult> {
    const result = await write
    if (result.isSaved) expectedVersion = result.updatedAt
    return result
  }

  const withContent = (content: Item['content']): Item => ({ ...item, content })

  return {
    save: (content: Item['content']) =>
      runInTurn(() => trackVersion(outbox.save(withContent(content), expectedVersion))),
    submit: (content: Item['content']) =>
      runInTurn(() => trackVersion(outbox.submit(withContent(content), expectedVersion))),
    discard: () => runInTurn(() => outbox.discard(item.key, expectedVersion)),
  }
}
