import type { ChildProcess } from 'node:child_process'

/**
 * Waits until a program that was started answers.
 * @throws Error with its output when it ends before
 */
export async function untilUp(
  name: string,
  child: ChildProcess,
  isUp: () => Promise<boolean>,
  output: () => string,
): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output()}`)
    if (await isUp()) return
    await new Promise(wake => setTimeout(wake, 20))
  }
}

/** Ends a program; settles when it is gone. */
export function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
