import { ConnectionRefused } from './connection-refusal.ts'
import { causeOf, isConnectionTrouble } from '../platform/unavailable.ts'

/** How long a start goes on while the connection to the database breaks, milliseconds. */
const giveUpAfterMs = 60_000
/** Errors that mean that nothing answers there: a wrong address, or a database that was never started. */
const nobodyThere = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

export interface Steps<T> {
  begin(): Promise<T>
  /** Ends what a failed attempt had started. */
  undo(): Promise<void>
  /** False once the process has been told to end. */
  isWanted(): boolean
  say(line: string): void
}

/**
 * Starts, and starts again when the connection to an external database broke meanwhile: a restart, or a network failure
 * of a moment, is no reason to end. An address where no database answers at all is reported at once.
 * @throws the error of the last attempt, when it is not a broken connection or the breaks do not end
 */
export async function startUntilSteady<T>({ begin, undo, isWanted, say }: Steps<T>): Promise<T> {
  let giveUpAt: number | undefined
  for (let failures = 0; ; failures++) {
    try {
      return await begin()
    } catch (error) {
      if (!isWanted() || !isBreak(error, giveUpAt !== undefined)) throw error
      giveUpAt ??= performance.now() + giveUpAfterMs
      if (performance.now() > giveUpAt) throw error
      if (failures === 0)
        say(`The connection to the database broke while starting; trying again ... (${reasonOf(error)})`)
      await undo()
      await new Promise(wake => setTimeout(wake, Math.min(100 * 2 ** failures, 1000)))
      if (!isWanted()) throw error
    }
  }
}

const reasonOf = (error: unknown) => (error instanceof ConnectionRefused ? error.message : causeOf(error).message)

/** The database takes nobody with this name, or there is no such database: it will not pass by itself. */
const finalStates = /^(28|3D|42501)/

function isBreak(error: unknown, connectedBefore: boolean): boolean {
  const { code = '' } = causeOf(error)
  if (!isConnectionTrouble(error) || finalStates.test(code)) return false
  return connectedBefore || !nobodyThere.has(code)
}
