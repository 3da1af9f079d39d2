import { pause } from '../concurrency/pause.ts'
import type { Postmaster } from './postmaster.ts'
import { errorMessage } from '../error-facts.ts'

/** Is notified about the state of the database. */
export interface DatabaseWatcher {
  /**
   * It ended by itself.
   * @param lastWords its last output
   */
  down(lastWords: string): void
  /** It accepts connections again. */
  up(): void
  /** It ends again and again: it is no longer restarted. */
  gaveUp(lastWords: string): void
}

export interface SuperviseOptions {
  /** Wait before the first restart, in milliseconds; it doubles. */
  firstWait?: number
  longestWait?: number
  /** After this many failed starts in a row it is given up. */
  most?: number
  /** A database that ran for this long, in milliseconds, had started well. */
  wellAfter?: number
}

/** Keeps a database running: restarts it when it ends by itself, with growing waits, until it plainly does not stay up. */
export function supervise(
  run: () => Promise<Postmaster>,
  first: Postmaster,
  { firstWait = 200, longestWait = 5000, most = 8, wellAfter = 30_000 }: SuperviseOptions = {},
): { keepAlive(watcher: DatabaseWatcher): void; stop(): Promise<void> } {
  let current = first
  let startedAt = performance.now()
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function restartLoop(watcher: DatabaseWatcher): Promise<void> {
    for (let failed = 0; ; ) {
      const words = await current.ended
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > wellAfter) failed = 0
      watcher.down(words)
      for (let lastWords = words; ; failed++) {
        if (failed >= most) return watcher.gaveUp(lastWords)
        await pause(Math.min(firstWait * 2 ** failed, longestWait), stopping.signal)
        if (stopping.signal.aborted) return
        try {
          current = await run()
          break
        } catch (error) {
          lastWords = errorMessage(error)
        }
      }
      failed++
      startedAt = performance.now()
      if (!stopping.signal.aborted) watcher.up()
    }
  }

  return {
    keepAlive(watcher) {
      running ??= restartLoop(watcher)
    },
    async stop() {
      stopping.abort()
      await current.stop()
      await running
      // A run that was being started meanwhile.
      await current.stop()
    },
  }
}
