import { causeOf, isConnectionTrouble } from '../platform/unavailable.ts'

/** A start goes on for so long while the way to the database breaks, milliseconds. */
const patienceMs = 60_000
/** What says that nobody was there at all: a wrong address, or a database that was never started. */
const nobodyThere = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

export interface Steps<T> {
  begin(): Promise<T>
  /** Ends what an attempt that failed had begun. */
  undo(): Promise<void>
  /** False once the process is told to end. */
  wanted(): boolean
  say(line: string): void
}

/**
 * Begins, and begins anew when the connection to somebody else's database broke meanwhile: one that restarts, or a network
 * that fails for a moment, is no reason to end. Whoever names a database that is not there at all is told at once.
 * @throws what the last attempt threw, when it is no break or the breaks do not end
 */
export async function untilSteady<T>({ begin, undo, wanted, say }: Steps<T>): Promise<T> {
  let giveUpAt: number | undefined
  for (let failures = 0; ; failures++) {
    try {
      return await begin()
    } catch (error) {
      if (!wanted() || !isBreak(error, giveUpAt !== undefined)) throw error
      giveUpAt ??= Date.now() + patienceMs
      if (Date.now() > giveUpAt) throw error
      if (failures === 0) say('The connection to the database broke while starting; trying again ...')
      await undo()
      await new Promise(wake => setTimeout(wake, Math.min(100 * 2 ** failures, 1000)))
      if (!wanted()) throw error
    }
  }
}

function isBreak(error: unknown, reachedBefore: boolean): boolean {
  if (!isConnectionTrouble(error)) return false
  return reachedBefore || !nobodyThere.has(causeOf(error).code ?? '')
}
