/**
 * Everything that must hold: types, lint, unit and server tests, journeys in a real browser. Ends with the line
 * `N passed, N failed`.
 *
 * - `npm test`: all of it, what machines run.
 * - `npm test -- quick`: without the groups in `testing/sizes.ts`, with one journey at the desk and one on the phone.
 * - `npm test -- changed [base]`: the tests that what differs from the last commit affects (`testing/changed.ts`), or what
 *   differs from where this branch left `base`.
 * - Anything else is handed to the test runner (a path, `-t title`).
 *
 * On a slow machine `npm test` begins no further file after `TEST_MINUTES` (65; 0: no end) and names what it did not run.
 * In the three sizes a file that fails is run once more, alone, after the others (`testing/outcome.ts`).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { describeSelection, selectTests } from './testing/changed.ts'
import { decideOutcome, type FileResult, type RunResult, selectReruns, usualMinutes } from './testing/outcome.ts'
import { listChanged, listTests, readRepository } from './testing/repository.ts'
import { selectQuick } from './testing/sizes.ts'
import { makeTmpfsDir } from './testing/tmpfs-dir.ts'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const resultFile = join(root, 'node_modules/.cache/timbermark-test.json')
mkdirSync(join(resultFile, '..'), { recursive: true })

const tmpfsDir = makeTmpfsDir()
process.once('exit', () => tmpfsDir?.remove())
// An interrupted run waits for its children, which tidy up, and then tidies up itself.
const children = new Set<ChildProcess>()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true
    for (const child of children) child.kill(signal)
  })
const isWhole = args.length === 0
const minutes = Number(process.env.TEST_MINUTES ?? usualMinutes)
const env = {
  ...process.env,
  TEST_RESULT: resultFile,
  ...(tmpfsDir ? { TMPDIR: tmpfsDir.path, DATABASE_OUTSIDE_DIR: tmpfsDir.path } : {}),
}

/** For the run of all files together; a file that is run once more, alone, runs whatever the time. */
const timeLimit = isWhole && minutes > 0 ? { TEST_BEGIN_UNTIL: String(Date.now() + minutes * 60_000) } : {}

const start = (
  script: string,
  scriptArgs: string[],
  { output = 'inherit', more = {} }: { output?: 'inherit' | 'pipe'; more?: NodeJS.ProcessEnv } = {},
) => {
  const child = spawn(process.execPath, [join(root, script), ...scriptArgs], {
    cwd: root,
    env: { ...env, ...more },
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
 * Types and lint take what the tests leave of the processors, which wait for databases and browsers now and then.
 * @returns their exit code; their output is printed in one piece
 */
async function check(): Promise<number> {
  const { child, status } = start('scripts/check.ts', [], { output: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or could not be started, which its exit code tells.
  }
  const code = await status
  process.stdout.write(output)
  return code
}

/** One run of the test runner; without a result when it ended before it could write one. */
async function runTests(
  runnerArgs: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number; result: RunResult | undefined }> {
  rmSync(resultFile, { force: true })
  const code = await start(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', `--reporter=${join(root, 'scripts/testing/reporter.ts')}`, ...runnerArgs],
    { more },
  ).status
  const result = existsSync(resultFile) ? (JSON.parse(readFileSync(resultFile, 'utf8')) as RunResult) : undefined
  return { code, result: result && result.files.length > 0 ? result : undefined }
}

/** The files of a size; undefined: what the arguments name, for the runner to find. */
function selectFiles([size, base]: readonly string[]): string[] | undefined {
  if (size === 'quick') {
    const all = listTests()
    const files = selectQuick(all)
    console.log(`The quick run: ${files.length} of ${all.length} test files; scripts/testing/sizes.ts has the others.`)
    return files
  }
  if (size !== 'changed') return undefined
  const repository = readRepository()
  const changed = listChanged(root, base)
  const selection = selectTests(changed, repository)
  for (const line of describeSelection(changed.length, repository.tests.length, selection)) console.log(line)
  return selection.tests
}

let files: string[] | undefined
try {
  files = selectFiles(args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
if (files?.length === 0) {
  console.log('\n0 passed, 0 failed')
  process.exit(0)
}

const checking = isWhole || args[0] === 'quick' ? check() : 0
const [checked, { code, result }] = await Promise.all([checking, runTests(files ?? args, timeLimit)])

const reruns = new Map<string, FileResult | undefined>()
if (result && !interrupted && (isWhole || files))
  for (const path of selectReruns(result)) {
    console.log(`\nOnce more, alone: ${path}`)
    const rerun = await runTests([path])
    reruns.set(path, rerun.code === 0 ? rerun.result?.files.find(file => file.path === path) : undefined)
    if (interrupted) break
  }
if (interrupted) process.exit(130)

const { ok, passed, failed, lines } = decideOutcome(result, code, reruns, checked !== 0)
console.log(['', ...lines, `${passed} passed, ${failed} failed`].join('\n'))
process.exit(ok ? 0 : 1)
