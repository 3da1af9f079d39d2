/** How one test file went. */
export interface FileResult {
  /** From the root. */
  path: string
  failed: boolean
  /** The time of the run was up before it began. */
  leftOut: boolean
  passedTests: number
  failedTests: number
  skippedTests: number
  failures: { test: string; message: string }[]
  milliseconds: number
}

/** How one run of the test runner went. */
export interface RunResult {
  files: FileResult[]
  /** What no file is to blame for: errors that nobody caught, a set-up that failed. */
  errors: string[]
}

/** Minutes after which a whole run begins no further file; `TEST_MINUTES` sets others, 0 sets no end. */
export const usualMinutes = 65
/** So many unsteady files a run bears; more are no accident. */
export const allowedUnsteady = 3
/** With more failed files than this, none is run again: the run fails in any case, and the time is better spent reading. */
const mostRerun = 10

export const failedFiles = ({ files }: RunResult): FileResult[] => files.filter(file => file.failed)

/** The files to run once more, each alone. */
export function selectReruns(first: RunResult): string[] {
  const failed = failedFiles(first)
  return failed.length > mostRerun ? [] : failed.map(({ path }) => path)
}

export interface Outcome {
  ok: boolean
  /** Tests that passed, at once or alone; and what fails the run. */
  passed: number
  failed: number
  /** The last words of the run, without `N passed, N failed`. */
  lines: string[]
}

const firstLine = (message: string) => message.trim().split('\n', 1)[0]!.slice(0, 300)

/** A count as the test runner prints it: "1 failed | 398 passed (399)". */
function formatCount(failed: number, passed: number, skipped = 0): string {
  const parts = [failed > 0 && `${failed} failed`, `${passed} passed`, skipped > 0 && `${skipped} skipped`]
  return `${parts.filter(Boolean).join(' | ')} (${failed + passed + skipped})`
}

const sum = (files: readonly FileResult[], pick: (file: FileResult) => number) =>
  files.reduce((total, file) => total + pick(file), 0)

const describe = ({ path, failures }: FileResult) => {
  const [failure] = failures
  return `  ${path}${failure ? ` > ${failure.test}: ${firstLine(failure.message)}` : ''}`
}

/**
 * Decides a run.
 * @param first how all files went together; nothing when the runner ended before it could tell
 * @param exitCode of the runner
 * @param reruns how those that failed went alone, by path
 * @param checksFailed whether types or lint failed
 */
export function decideOutcome(
  first: RunResult | undefined,
  exitCode: number,
  reruns: ReadonlyMap<string, FileResult | undefined>,
  checksFailed: boolean,
): Outcome {
  if (!first)
    return {
      ok: false,
      passed: 0,
      failed: checksFailed ? 2 : 1,
      lines: ['No test has run: the run ended before its first test; the output above says why.'],
    }
  const failed = failedFiles(first)
  const passedAlone = ({ path }: FileResult) => {
    const rerun = reruns.get(path)
    return rerun !== undefined && !rerun.failed && !rerun.leftOut
  }
  const unsteady = failed.filter(passedAlone)
  const broken = failed.filter(file => !passedAlone(file))
  const tooManyUnsteady = unsteady.length > allowedUnsteady
  // The runner may fail without a failed file: an error that nobody caught, a set-up that failed.
  const runnerFailed = first.errors.length > 0 || (exitCode !== 0 && failed.length === 0)

  const lines: string[] = []
  if (failed.length > 0) {
    const { files } = first
    lines.push(
      `All files together: Test Files ${formatCount(failed.length, files.length - failed.length)}, ` +
        `Tests ${formatCount(
          sum(files, file => file.failedTests),
          sum(files, file => file.passedTests),
          sum(files, file => file.skippedTests),
        )}`,
    )
  }
  if (unsteady.length > 0)
    lines.push(
      `Unsteady, ${unsteady.length} (failed among the others, passed alone; a defect to fix at its cause):`,
      ...unsteady.map(describe),
    )
  if (tooManyUnsteady) lines.push(`More than ${allowedUnsteady} unsteady files fail the run.`)
  if (broken.length > 0)
    lines.push(
      reruns.size > 0 ? `Failed twice, ${broken.length}:` : `Failed, ${broken.length} (too many to be run again):`,
      ...broken.map(describe),
    )
  if (first.errors.length > 0)
    lines.push('Errors outside of the tests:', ...first.errors.map(error => `  ${firstLine(error)}`))
  const leftOut = first.files.filter(file => file.leftOut)
  if (leftOut.length > 0)
    lines.push(
      `Not run, ${leftOut.length} of ${first.files.length} files: the time was up (TEST_MINUTES=0 npm test runs all):`,
      ...leftOut.map(describe),
    )
  if (checksFailed) lines.push('Types or lint failed; see above.')

  const alone = unsteady.map(file => reruns.get(file.path)!)
  const steady = first.files.filter(file => !unsteady.includes(file))
  const failures =
    sum(broken, file => Math.max(1, file.failedTests)) +
    (tooManyUnsteady ? unsteady.length : 0) +
    (runnerFailed ? 1 : 0) +
    (checksFailed ? 1 : 0)
  return {
    ok: failures === 0,
    passed: sum([...steady, ...alone], file => file.passedTests),
    failed: failures,
    lines,
  }
}
