import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { findSqliteNames, makeSqliteStub } from './sqlite-stub.ts'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
/**
 * The package with a browser brings flags of its own for function services: one process that serves every context from
 * one storage, with web security off. They are left out, because no test may pass thanks to them.
 */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one site in one context share a process, so that the next one need not compile the same scripts again.
  '--process-per-site',
]

/**
 * A browser for tests: `CHROMIUM` when it is set, else the system's, else the one inside the npm package
 * `@sparticuz/chromium` (always that one with TIMBERMARK_PACKED_CHROMIUM=1), so that a fresh machine needs nothing.
 */
export async function openBrowser(more: readonly string[] = [], options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ ...(await locateBrowser()), ...options, headless: true, args: [...flags, ...more] })
}

async function locateBrowser(): Promise<{ executablePath: string; env?: NodeJS.ProcessEnv }> {
  const packed = process.env.TIMBERMARK_PACKED_CHROMIUM === '1'
  const system = packed ? undefined : [process.env.CHROMIUM, ...installed].find(path => path && existsSync(path))
  return system ? { executablePath: system } : unpackBrowser()
}

/**
 * Opens an address in a browser that nobody controls, as a person has it: a controlled one prerenders nothing.
 * @returns a function that ends it
 */
export async function openUncontrolled(address: string): Promise<() => Promise<void>> {
  const { executablePath: program, env = process.env } = await locateBrowser()
  const profile = mkdtempSync(join(tmpdir(), 'timbermark-browser-'))
  const args = ['--headless=new', ...flags, `--user-data-dir=${profile}`, address]
  const browser = spawn(program, args, { env, stdio: 'ignore', detached: true })
  const ended = new Promise<void>(done => browser.once('exit', () => done()))
  return async () => {
    // Its own process group: the browser starts others.
    if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const unpack = `
  import { inflate } from '@sparticuz/chromium'
  for (const file of process.argv.slice(1)) await inflate(file)`

/** The browser of the npm package, unpacked once per version, with the libraries and a font that a bare system lacks. */
async function unpackBrowser(): Promise<{ executablePath: string; env: NodeJS.ProcessEnv }> {
  const folder = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const cache = join(import.meta.dirname, '../node_modules/.cache')
  const home = join(cache, `chromium-${version}`)
  if (!existsSync(home)) {
    mkdirSync(cache, { recursive: true })
    const unpacked = mkdtempSync(`${home}-`)
    const files = ['chromium', 'swiftshader.tar', 'al2023.tar', 'fonts.tar'].map(part =>
      join(folder, 'bin', `${part}.br`),
    )
    // The package unpacks into the folder for temporary files, where a test that runs at the same time could find it half written.
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack, ...files], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: unpacked },
    })
    writeFileSync(
      join(unpacked, 'fonts.conf'),
      `<?xml version="1.0"?><fontconfig><dir>${home}/fonts</dir><cachedir>${home}/font-cache</cachedir></fontconfig>\n`,
    )
    try {
      renameSync(unpacked, home)
    } catch (error) {
      rmSync(unpacked, { recursive: true, force: true })
      // A test that runs at the same time was faster; what it unpacked is the same.
      if (!existsSync(home)) throw error
    }
  }
  addSqlite(join(home, 'al2023/lib'))
  const env: NodeJS.ProcessEnv = { ...process.env }
  env.LD_LIBRARY_PATH = [join(home, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_FILE = join(home, 'fonts.conf')
  return { executablePath: join(home, 'chromium'), env }
}

/** Completes the unpacked libraries: `libsoftokn3.so`, which every https page needs, is linked with SQLite. */
function addSqlite(folder: string): void {
  const library = join(folder, 'libsqlite3.so.0')
  const user = join(folder, 'libsoftokn3.so')
  if (existsSync(library) || !existsSync(user)) return
  const draft = `${library}-${process.pid}`
  writeFileSync(draft, makeSqliteStub(findSqliteNames(readFileSync(user))))
  // Another test may be doing the same; the file appears complete.
  renameSync(draft, library)
}
