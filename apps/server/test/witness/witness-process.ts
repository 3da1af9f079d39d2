import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A witness as somebody runs it: the command, as a process of its own. */
export interface WitnessProcess {
  /** The value of LEDGER_WITNESSES. */
  setting: string
  /** Its own verifier key. */
  key: string
  /** Sends the body of `add-checkpoint`. */
  submit(body: string): Promise<{ status: number; type: string | null; body: string }>
  /** Kills it; settles when it has ended. */
  kill(): Promise<void>
}

const running = new Set<ChildProcess>()

/** Starts a witness on any free port. @throws with its output when it ends instead */
export async function startWitnessProcess(folder: string, args: readonly string[]): Promise<WitnessProcess> {
  const child = runWitness(['--keep', folder, '--port', '0', ...args])
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', (part: string) => {
    output += part
  })
  const [setting] = (await Promise.race([
    once(child, 'message'),
    once(child, 'close').then(() => Promise.reject(new Error(`the witness ended: ${output}`))),
  ])) as [string]
  const split = setting.lastIndexOf('=')
  const address = setting.slice(split + 1)
  return {
    setting,
    key: setting.slice(0, split),
    async submit(body) {
      const response = await fetch(`${address}/add-checkpoint`, { method: 'POST', body })
      return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Runs the command. */
export function runWitness(args: readonly string[]): ChildProcess {
  const script = join(import.meta.dirname, '../../src/ledger-witness.ts')
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Ends what a file's tests left running. */
export async function endWitnesses(): Promise<void> {
  const left = [...running]
  await Promise.all(
    left.map(child => {
      child.kill('SIGKILL')
      return once(child, 'exit')
    }),
  )
}
