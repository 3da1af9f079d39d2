// The one door to every command. It runs under any Node >= 20.19, installs what the lock file asks for, builds the
// pages when their sources changed, and then continues under the Node that the project pins (node_modules/.bin/node).
import { spawnSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { explainMissingScripts, packagesWithoutScripts } from './install-scripts.mjs'
import { startDemoChain } from './demo-chain.mjs'
import { startDemoWitness } from './demo-witness.mjs'
import { whenNpmEnds } from './parent-watch.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const [command = 'start', ...given] = process.argv.slice(2)
// npm removes the two dashes; a direct call of this file keeps them.
const args = given[0] === '--' ? given.slice(1) : given
const bin = join(root, 'node_modules', '.bin')
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  // The server runs from its sources: what was read and compiled once is not compiled again at the next start.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compile'),
}

/** Runs a program to its end and leaves with its exit code when it fails. */
function must(program, programArgs, options = {}) {
  const { status, error } = spawnSync(program, programArgs, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    ...options,
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

function stampOf(text) {
  return createHash('sha256').update(text).digest('hex')
}

/** Seconds since a moment, for people. */
const since = begun => `${Math.round((Date.now() - begun) / 1000)} s`

/** Packages that stand in node_modules by now. */
function packagesThere() {
  const list = folder => (existsSync(folder) ? readdirSync(folder).filter(name => !name.startsWith('.')) : [])
  const home = join(root, 'node_modules')
  return list(home).reduce((sum, name) => sum + (name.startsWith('@') ? list(join(home, name)).length : 1), 0)
}

/** Runs a program to its end and says how far it is; on a terminal in one line, else now and then. */
function mustSaying(progress, program, programArgs, options = {}) {
  return new Promise(resolve => {
    const live = process.stderr.isTTY
    const tell = () => process.stderr.write(live ? `\r  ${progress()}   ` : `  ${progress()}\n`)
    const timer = setInterval(tell, live ? 1000 : 20_000)
    const child = spawn(program, programArgs, { stdio: ['ignore', 'inherit', 'inherit'], env, ...options })
    child.on('error', error => {
      clearInterval(timer)
      throw error
    })
    child.on('exit', code => {
      clearInterval(timer)
      if (live) process.stderr.write('\r')
      if (code !== 0) process.exit(code ?? 1)
      resolve()
    })
  })
}

/** A stamp in node_modules says which lock file the installed tree came from. */
async function ensureInstalled() {
  const stampFile = join(root, 'node_modules', '.timbermark-installed')
  const lock = readFileSync('package-lock.json', 'utf8')
  const stamp = stampOf(lock)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const begun = Date.now()
  // Those that stand at the top of the tree: nested ones come with them, those of other systems never do.
  const all = Object.entries(JSON.parse(lock).packages).filter(
    ([path, { optional }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !optional,
  ).length
  console.error('Installing packages (once per lock file, a few minutes) ...')
  await mustSaying(
    () => `${Math.min(packagesThere(), all)} of ${all} packages, ${since(begun)}`,
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: process.env },
  )
  writeFileSync(stampFile, stamp)
  console.error(`  installed in ${since(begun)}`)
}

/** Names, sizes and times of everything a page is made of: cheap to compute, changes whenever a source does. */
function sourceStamp(folders) {
  const parts = []
  const walk = folder => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else {
        const { size, mtimeMs } = statSync(path)
        parts.push(`${path} ${size} ${mtimeMs}`)
      }
    }
  }
  for (const folder of folders) walk(folder)
  parts.push(readFileSync('package-lock.json', 'utf8'))
  return stampOf(parts.sort().join('\n'))
}

const pages = {
  // The second is what is shown before the sign-in (docs/decisions/pages-and-browsers.md).
  admin: [['build'], ['build', '--config', 'vite.sign-in.config.ts']],
  trace: [
    ['build'],
    ['build', '--ssr', 'src/server.tsx', '--outDir', 'dist/server'],
    // The reading pages /news and /market, which have no script.
    ['build', '--ssr', 'src/reading-pages/server.tsx', '--outDir', 'dist/reading-pages'],
    // One file that checks saved evidence without this site.
    ['build', '--config', 'vite.verifier.config.ts'],
  ],
  h5: [['build']],
}

/** Builds each page whose own sources, or the packages below it, changed since its last build. */
function ensureBuilt() {
  const shared = [
    'packages/contract/src',
    'packages/phrases/src',
    'packages/client/src',
    'packages/codes/src',
    'packages/ledger/src',
    'packages/material/src',
    'scripts/pages',
  ]
  const all = Object.entries(pages)
  for (const [index, [page, builds]] of all.entries()) {
    const folder = join('apps', page)
    const stamp = sourceStamp([...shared, folder])
    const stampFile = join(folder, 'dist', '.stamp')
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) continue
    const begun = Date.now()
    console.error(`Building the pages, part ${index + 1} of ${all.length}: ${page} ...`)
    for (const build of builds) {
      must(join(bin, 'node'), [join(root, 'node_modules/vite/bin/vite.js'), ...build, '--logLevel', 'error'], {
        cwd: folder,
        // Independent of the caller's own mode: pages of another mode are slower and have no service worker.
        env: { ...env, NODE_ENV: 'production' },
      })
    }
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(stampFile, stamp)
    console.error(`  built in ${since(begun)}`)
  }
}

/**
 * Continues under the pinned Node in the foreground; signals reach the child, its exit code becomes ours. A `tied` child
 * ends when we are killed, or the npm that started us.
 */
function become(script, scriptArgs = [], { tied = false } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', ...(tied ? ['ipc'] : [])]
  const child = spawn(join(bin, 'node'), [script, ...scriptArgs], { stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (tied) whenNpmEnds(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

await ensureInstalled()
const missing = packagesWithoutScripts(root)
if (missing.length > 0) {
  console.error(explainMissingScripts(missing))
  process.exit(1)
}
switch (command) {
  case 'start': {
    const witness = startDemoWitness(join(bin, 'node'), env)
    const chain = startDemoChain(join(bin, 'node'), env)
    ensureBuilt()
    env.LEDGER_WITNESSES = (await witness()) ?? env.LEDGER_WITNESSES
    Object.assign(env, await chain())
    become('apps/server/src/start.ts', ['demo', ...args], { tied: true })
    break
  }
  case 'serve':
    ensureBuilt()
    become('apps/server/src/start.ts', ['production', ...args], { tied: true })
    break
  case 'dev':
    become('scripts/dev.ts', args)
    break
  case 'build':
    ensureBuilt()
    break
  case 'check':
    become('scripts/check.ts', args)
    break
  case 'test':
    ensureBuilt()
    become('scripts/test.ts', args)
    break
  case 'ledger:recover':
    become('apps/server/src/ledger-recover.ts', args)
    break
  case 'ledger:monitor':
    become('apps/server/src/ledger-monitor.ts', args)
    break
  case 'ledger:chain':
    become('apps/server/src/ledger-chain.ts', args)
    break
  case 'witness':
    become('apps/server/src/ledger-witness.ts', args)
    break
  case 'verify':
    become('apps/trace/src/verifier/command.ts', args)
    break
  case 'keys:codes':
  case 'keys:master':
    become('apps/server/src/keys/run.ts', [command.slice('keys:'.length), ...args])
    break
  case 'account:rescue':
    become('apps/server/src/account-rescue.ts', args)
    break
  case 'bench':
    ensureBuilt()
    become('scripts/bench.ts', args)
    break
  case 'backup':
  case 'restore':
    become('apps/server/src/backup/run.ts', [command, ...args])
    break
  case 'backup:base':
    become('apps/server/src/backup/moment-run.ts', ['base', ...args])
    break
  case 'restore:moment':
    become('apps/server/src/backup/moment-run.ts', ['moment', ...args])
    break
  case 'restore:enterprise':
    become('apps/server/src/backup/enterprise/run.ts', args)
    break
  case 'backup:key':
    become('apps/server/src/backup/run.ts', ['key', ...args])
    break
  case 'backup:check':
    ensureBuilt()
    become('apps/server/src/backup/run.ts', ['check', ...args])
    break
  case 'files:copy':
    become('apps/server/src/platform/files/copy-to-store.ts', args)
    break
  case 'faults':
    ensureBuilt()
    become('scripts/faults.ts', args)
    break
  case 'soak':
    ensureBuilt()
    become('scripts/soak.ts', args)
    break
  default:
    console.error(`Unknown command ${command}`)
    process.exit(2)
}
