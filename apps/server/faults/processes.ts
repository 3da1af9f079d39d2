import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

const startFile = join(import.meta.dirname, '../src/start.ts')

export interface ServerOptions {
  /** Its name in messages, e.g. `web 1`. */
  name: string
  mode: 'demo' | 'production'
  environment: Record<string, string>
  /** All its output, over all its starts. */
  logFile: string
}

/** A server as `npm start` and `npm run serve` run it, which can be killed and restarted. */
export class ServerProcess {
  readonly name: string
  readonly #options: ServerOptions
  #child: ChildProcess | undefined
  #ended: Promise<number | null> = Promise.resolve(null)
  /** Its output since its last start. */
  said = ''

  constructor(options: ServerOptions) {
    this.name = options.name
    this.#options = options
  }

  get alive(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    if (!this.#child?.pid) throw new Error(`${this.name} was never started`)
    return this.#child.pid
  }

  start(): void {
    if (this.alive) throw new Error(`${this.name} is running`)
    const { mode, environment, logFile } = this.#options
    const log = createWriteStream(logFile, { flags: 'a' })
    // A disk that is full on purpose accepts no more output.
    log.on('error', () => {})
    this.said = ''
    const { PATH = '', DATABASE_OUTSIDE_DIR = '' } = process.env
    const child = spawn(process.execPath, [startFile, mode], {
      env: { PATH, DATABASE_OUTSIDE_DIR, HOME: environment.MEMORY_DIR ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.said = (this.said + text).slice(-20_000)
        log.write(text)
      })
    this.#child = child
    this.#ended = new Promise(done =>
      child.once('exit', code => {
        log.end()
        done(code)
      }),
    )
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** @returns the exit code once it has ended; null after a signal */
  ended(): Promise<number | null> {
    return this.#ended
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    if (this.alive) this.signal(signal)
    return this.#ended
  }
}

/** Does a process with this id exist? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A zombie does nothing any more.
  if (process.platform !== 'linux') return true
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The PostgreSQL that runs on this folder, by its own pid file; undefined when none is alive. */
export function postmasterOf(folder: string): number | undefined {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, place] = readFileSync(file, 'utf8').split('\n')
  const number = Number(pid)
  if (!Number.isSafeInteger(number) || number <= 1 || !place) return undefined
  // A process id that was reused meanwhile must not be touched.
  if (!existsSync(place) || realpathSync(place) !== realpathSync(folder) || !isAlive(number)) return undefined
  if (process.platform === 'linux') {
    try {
      if (!readFileSync(`/proc/${number}/cmdline`, 'utf8').includes(folder)) return undefined
    } catch {
      return undefined
    }
  }
  return number
}
