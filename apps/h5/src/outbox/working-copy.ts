import type { Outbox, SaveResult } from './outbox.ts'
import type { LocalReport, ReportContent } from '../report/report.ts'

/**
 * The copy of a report that one form edits. It tracks the expected version of the stored report, so that it neither
 * overwrites what another tab entered or sent, nor takes its own last write for another tab's.
 * @param isNew the report is not stored yet
 */
export function createWorkingCopy(
  outbox: Pick<Outbox, 'save' | 'submit' | 'discard'>,
  report: LocalReport,
  isNew: boolean,
) {
  let expectedVersion = isNew ? undefined : report.updatedAt
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

  return {
    save: (content: ReportContent) =>
      runInTurn(() => trackVersion(outbox.save({ ...report, content }, expectedVersion))),
    submit: (content: ReportContent) =>
      runInTurn(() => trackVersion(outbox.submit({ ...report, content }, expectedVersion))),
    discard: () => runInTurn(() => outbox.discard(report.key, expectedVersion)),
  }
}
