/**
 * Everything that must hold: types, lint, unit and server tests, journeys in a real browser. Ends with the line
 * `N passed, N failed`. Arguments are handed to the test runner (a path, `-t title`).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const report = join(root, 'node_modules/.cache/timbermark-test.json')
mkdirSync(join(report, '..'), { recursive: true })
rmSync(report, { force: true })

const run = (script: string, scriptArgs: string[]) =>
  spawnSync(process.execPath, [join(root, script), ...scriptArgs], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  }).status ?? 1

const checked = args.length > 0 ? 0 : run('scripts/check.ts', [])
const tested = run('node_modules/vitest/vitest.mjs', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...args,
])

const counts = existsSync(report)
  ? (JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numTotalTests: number
    })
  : { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0 }
const failed = counts.numFailedTests + (checked === 0 ? 0 : 1) + (tested !== 0 && counts.numFailedTests === 0 ? 1 : 0)
console.log(`\n${counts.numPassedTests} passed, ${failed} failed`)
process.exit(checked === 0 && tested === 0 && counts.numPassedTests > 0 ? 0 : 1)
