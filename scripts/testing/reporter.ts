import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'
import type { FileResult, RunResult } from './outcome.ts'

/** Escape sequences of terminals. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const plain = (message: string) => message.replaceAll(colours, '')

/** Writes how a run went, by file, to the path in `TEST_RESULT`. */
export default class ResultReporter implements Reporter {
  #root = process.cwd()

  onInit({ config }: Vitest): void {
    this.#root = config.root
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const result: RunResult = {
      files: modules.map(module => this.#describe(module)),
      errors: errors.map(({ message }) => plain(message)),
    }
    writeFileSync(process.env.TEST_RESULT!, JSON.stringify(result))
  }

  #describe(module: TestModule): FileResult {
    const tests = [...module.children.allTests()]
    const failures = tests.flatMap(test => failuresOf(test))
    // What fails outside of a test: the file itself, or a hook of a group.
    const suites = [module, ...module.children.allSuites()]
    for (const suite of suites)
      for (const { message } of suite.errors())
        failures.push({ test: 'name' in suite ? suite.fullName : 'the file itself', message: plain(message) })
    return {
      path: relative(this.#root, module.moduleId),
      failed: module.state() === 'failed',
      leftOut: module.meta().isLeftOut === true,
      passedTests: tests.filter(test => test.result().state === 'passed').length,
      failedTests: tests.filter(test => test.result().state === 'failed').length,
      skippedTests: tests.filter(test => test.result().state === 'skipped').length,
      failures,
      milliseconds: Math.round(module.diagnostic().duration),
    }
  }
}

function failuresOf(test: TestCase): FileResult['failures'] {
  const { state, errors } = test.result()
  return state === 'failed'
    ? (errors ?? []).map(({ message }) => ({ test: test.fullName, message: plain(message) }))
    : []
}
