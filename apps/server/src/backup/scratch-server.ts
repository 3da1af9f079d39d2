import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../platform/free-port.ts'
import { BackupError } from '../platform/backup/errors.ts'

/** A server that runs on a restored copy, for the check only. */
export interface ScratchServer {
  url: string
  stop(): Promise<void>
}

/**
 * Starts the server as after a restore, on loopback, without jobs, outside services or any setting of this process.
 * @throws BackupError with its last output when it does not start
 */
export async function startScratchServer(
  folders: { dataDir: string; keyFile: string; memoryDir: string },
  publicUrl: string,
  signal?: AbortSignal,
): Promise<ScratchServer> {
  const port = await freePort()
  const { PATH, HOME, TMPDIR, DATABASE_OUTSIDE_DIR, SystemRoot } = process.env
  const handed = { PATH, HOME, TMPDIR, DATABASE_OUTSIDE_DIR, SystemRoot }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../start.ts'), 'production'], {
    env: {
      ...Object.fromEntries(Object.entries(handed).filter(([, value]) => value)),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATA_DIR: folders.dataDir,
      MEMORY_DIR: folders.memoryDir,
      MASTER_KEY_FILE: folders.keyFile,
      DATABASE_EMBEDDED: 'on',
      WORKER: 'off',
      LOG_LEVEL: 'error',
    },
    // Its IPC channel closes when this process ends, for any reason; nothing else would end it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in the terminal reaches this process first, which then ends the server.
    detached: true,
  })
  const words: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      words.push(text)
      if (words.length > 50) words.shift()
    })
  let running = true
  const ended = new Promise<void>(done => {
    child.once('error', () => done())
    child.once('exit', () => done())
  }).then(() => {
    running = false
  })
  const stop = async () => {
    if (!running) return ended
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 40_000)
    await ended
    clearTimeout(late)
  }
  const url = `http://127.0.0.1:${port}`
  try {
    for (const until = performance.now() + 300_000; ; ) {
      signal?.throwIfAborted()
      if (!running)
        throw new BackupError(`The restored copy does not start: ${words.join('').trim() || 'it wrote nothing'}`)
      if (performance.now() > until) throw new BackupError('The restored copy did not start within five minutes')
      if (
        await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
          answer => answer.ok,
          () => false,
        )
      )
        return { url, stop }
      await new Promise(done => setTimeout(done, 100))
    }
  } catch (error) {
    await stop()
    throw error
  }
}
