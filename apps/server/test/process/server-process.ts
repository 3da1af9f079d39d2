import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFolder, removeDatabase } from '../../src/platform/postgres/postgres.ts'

/** The server as an operator runs it: a process of its own on loopback, with the shipped database in its data folder. */
export interface ServerProcess {
  pid: number
  /** Base address of what it serves, without a trailing slash. */
  url: string
  /** Its whole output so far, stdout and stderr. */
  said(): string
  /**
   * Waits until it has printed this so many times, however long the machine takes.
   * @throws with its whole output when it ends before
   */
  hear(words: RegExp, times?: number): Promise<void>
  kill(signal: NodeJS.Signals): void
  /** Settles with the exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

export interface ServerOptions {
  mode?: 'demo' | 'production'
  dataDir: string
  port: number
  environment?: Record<string, string>
}

const running = new Set<ChildProcess>()

const memoryOf = (dataDir: string) => `${dataDir}-memory`

/** Starts it and does not wait. */
export function startServer({ mode = 'demo', dataDir, port, environment = {} }: ServerOptions): ServerProcess {
  let text = ''
  let over = false
  const listeners = new Set<() => void>()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/start.ts'), mode], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      // Its state outside the data folder: not in the home folder of the user who runs the tests.
      MEMORY_DIR: memoryOf(dataDir),
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_EMBEDDED: 'on',
      CAPTCHA: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      tell()
    })
  const ended = new Promise<number | null>(resolve => {
    child.once('exit', code => {
      running.delete(child)
      over = true
      // Its last output may still be on its way: the database holds the pipe open longer than the server.
      setTimeout(() => {
        tell()
        resolve(code)
      }, 100)
    })
  })
  return {
    pid: child.pid!,
    url: `http://127.0.0.1:${port}`,
    said: () => text,
    hear: (words, times = 1) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const isHeard = [...text.matchAll(new RegExp(words, `${words.flags}g`))].length >= times
          if (!isHeard && !over) return
          listeners.delete(look)
          if (isHeard) resolve()
          else reject(new Error(`It ended before it said ${words}: ${text}`))
        }
        listeners.add(look)
        look()
      }),
    kill: signal => void child.kill(signal),
    ended,
  }
}

/** Number of the database's main process in this data folder; undefined when none has been started. */
export function postmasterOf(dataDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(databaseFolder(join(dataDir, 'postgres')), 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
}

/** Ends every process that this file's tests left running. */
export async function endAll(): Promise<void> {
  const left = [...running]
  const gone = left.map(child => new Promise(done => child.once('exit', done)))
  for (const child of left) child.kill('SIGTERM')
  const patience = setTimeout(() => {
    for (const child of left) child.kill('SIGKILL')
  }, 20_000)
  await Promise.all(gone)
  clearTimeout(patience)
}

/** Removes a data folder whose server has ended, and what may lie outside it; a database left running there is ended first. */
export function removeDataDir(dataDir: string): void {
  const pid = postmasterOf(dataDir)
  try {
    if (pid) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
  removeDatabase(join(dataDir, 'postgres'))
  for (const folder of [dataDir, memoryOf(dataDir)])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** One call of the interface; the outcome is in `code`. */
export async function call<T = Record<string, unknown>>(
  server: Pick<ServerProcess, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<{ code: number; error?: string; data: T; total: number }> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await response.json()) as { code: number; error?: string; data: T; total: number }
}

/** Status of `/readyz`; 0 while nobody listens. */
export async function readiness(server: Pick<ServerProcess, 'url'>): Promise<number> {
  return fetch(`${server.url}/readyz`).then(
    response => response.status,
    () => 0,
  )
}
