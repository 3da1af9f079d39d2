/** Load from processes of its own. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { PlannedRequest } from './even-rate.ts'

export function child(script: string, ...args: string[]) {
  return spawn(process.execPath, [join(import.meta.dirname, script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
}

/**
 * Sends these requests repeatedly at a rate per second.
 * @returns milliseconds from when each was due to its answer
 */
export async function askEvenly(
  url: string,
  aSecond: number,
  seconds: number,
  planned: readonly PlannedRequest[],
): Promise<{ times: number[]; failed: number }> {
  const readers = child('even-rate.ts', url, String(aSecond), String(seconds))
  readers.stdin.end(planned.map(each => JSON.stringify(each)).join('\n'))
  return JSON.parse(await text(readers.stdout))
}
