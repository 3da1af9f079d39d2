/**
 * Everything that must hold: types, lint, unit and server tests, journeys in a real browser. Ends with the line
 * `N passed, N failed`. Arguments are handed to the test runner (a path, `-t title`). `changed [base]` runs only the tests
 * that import what differs from the last commit, or from where this branch left `base`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { type Changed, changedSince } from './changed.ts'
import { makeTmpfsDir } from './tmpfs-dir.ts'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const report = join(root, 'node_modules/.cache/timbermark-test.json')
mkdirSync(join(report, '..'), { recursive: true })
rmSync(report, { force: true })

const quick = makeTmpfsDir()
process.once('exit', () => quick?.remove())
// Whoever is interrupted waits for his children, who tidy up, and tidies up himself.
const children = new Set<ChildProcess>()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true
    for (const child of children) child.kill(signal)
  })
const env = { ...process.env, ...(quick ? { TMPDIR: quick.path, DATABASE_OUTSIDE_DIR: quick.path } : {}) }

const start = (script: string, scriptArgs: string[], output: 'inherit' | 'pipe' = 'inherit') => {
  const child = spawn(process.execPath, [join(root, script), ...scriptArgs], {
    cwd: root,
    env,
    stdio: ['ignore', output, output],
  })
  children.add(child)
  const status = new Promise<number>(done => {
    child.once('error', () => done(1))
    child.once('close', code => {
      children.delete(child)
      done(code ?? 1)
    })
  })
  return { child, status }
}

/**
 * Types and lint take what the tests leave of the processors, who wait for databases and browsers now and then.
 * @returns their exit code; what they say is told in one piece
 */
async function check(): Promise<number> {
  const { child, status } = start('scripts/check.ts', [], 'pipe')
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or could not be started, which its exit code tells.
  }
  const code = await status
  process.stdout.write(said)
  return code
}

let changed: Changed | undefined
if (args[0] === 'changed') {
  try {
    changed = changedSince(root, args[1])
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
  if (changed.files.length === 0) {
    console.log('Nothing has changed.\n\n0 passed, 0 failed')
    process.exit(0)
  }
}

const checking = args.length > 0 ? 0 : check()
const { status: testing } = start('node_modules/vitest/vitest.mjs', [
  ...(changed ? ['related', '--run', '--passWithNoTests'] : ['run']),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...(changed?.leftOut ?? []).flatMap(pattern => ['--exclude', pattern]),
  ...(changed?.files ?? args),
])
const [checked, tested] = await Promise.all([checking, testing])
if (interrupted) process.exit(130)

const counts = existsSync(report)
  ? (JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numTotalTests: number
    })
  : { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0 }
if (tested !== 0 && counts.numTotalTests === 0)
  console.error('\nNo test has run: the run ended before its first test; what stands above says why.')
const failed = counts.numFailedTests + (checked === 0 ? 0 : 1) + (tested !== 0 && counts.numFailedTests === 0 ? 1 : 0)
if (changed)
  console.log(
    `\nLeft to the whole run: journeys and tests of other areas (${changed.leftOut.length} files or folders).`,
  )
if (changed?.pages)
  console.log('A page or what it is built from changed: tests that look at built pages in a browser were not sought.')
console.log(`\n${counts.numPassedTests} passed, ${failed} failed`)
process.exit(checked === 0 && tested === 0 && (changed || counts.numPassedTests > 0) ? 0 : 1)
