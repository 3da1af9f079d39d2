import { type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'

/** Moment after which a whole run begins no further file, in milliseconds since 1970; nothing for all other runs. */
const beginUntil = Number(process.env.TEST_BEGIN_UNTIL) || Number.POSITIVE_INFINITY

const isFile = (suite: RunnerTestSuite): suite is RunnerTestFile => suite.file === suite

function leaveOut(suite: RunnerTestSuite): void {
  suite.mode = 'skip'
  for (const task of suite.tasks)
    if (task.type === 'suite') leaveOut(task)
    else task.mode = 'skip'
}

/** Runs tests as the runner does, and leaves out whole files once the time of the run is up; the reporter names them. */
export default class LimitedRunner extends TestRunner {
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (isFile(suite) && Date.now() > beginUntil) {
      leaveOut(suite)
      suite.meta.isLeftOut = true
    }
    await super.onBeforeRunSuite(suite)
  }
}

declare module '@vitest/runner' {
  interface TaskMeta {
    /** The time of the run was up before this file began. */
    isLeftOut?: boolean
  }
}
