import type { Outbox, SaveResult } from './outbox.ts'
import type { LocalReport, ReportContent } from '../report/report.ts'

/**
 * The copy of a report that one form works on. It remembers what it has seen of the stored one, so that it neither
 * writes over what another tab entered or sent, nor takes what it wrote itself a moment ago for another tab's.
 * @param isNew it was never kept
 */
export function createWorkingCopy(
  outbox: Pick<Outbox, 'save' | 'submit' | 'discard'>,
  report: LocalReport,
  isNew: boolean,
) {
  let seen = isNew ? undefined : report.updatedAt
  let last: Promise<unknown> = Promise.resolve()

  /** One after another: each begins from what the one before has written. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  async function note(written: Promise<SaveResult>): Promise<SaveResult> {
    const saved = await written
    if (saved.isSaved) seen = saved.updatedAt
    return saved
  }

  return {
    save: (content: ReportContent) => inTurn(() => note(outbox.save({ ...report, content }, seen))),
    submit: (content: ReportContent) => inTurn(() => note(outbox.submit({ ...report, content }, seen))),
    discard: () => inTurn(() => outbox.discard(report.key, seen)),
  }
}
