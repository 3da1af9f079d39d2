/** Types, lint and format of everything; leaves with 1 when anything is wrong. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const bin = (name: string) => join(import.meta.dirname, '../node_modules/.bin', name)

// Several checkers at once would check what they share once each: twice the work, and no faster on two processors.
const types = (project: string) => ['-p', project, '--singleThreaded']

const steps: [string, string, string[]][] = [
  ['types: packages, server, tests', 'tsc', types('tsconfig.json')],
  ['types: back office', 'tsc', types('apps/admin/tsconfig.json')],
  ['types: trace page', 'tsc', types('apps/trace/tsconfig.json')],
  ['types: phone page', 'tsc', types('apps/h5/tsconfig.json')],
  ['lint and format', 'biome', ['ci', '--max-diagnostics=50', '.']],
]

let failed = 0
for (const [title, program, args] of steps) {
  const started = performance.now()
  const { status } = spawnSync(bin(program), args, { stdio: ['ignore', 'inherit', 'inherit'] })
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${title} (${Math.round(performance.now() - started)} ms)`)
  if (status !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
