import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Key name of the demonstration's witness: demoWitnessName in packages/contract, which this file cannot import. */
const name = 'demonstration.timbermark.example/witness'

/** A witness that is not ready this long after the server could start is done without. */
const patienceMs = 15_000

/**
 * Starts the witness of the demonstration: a process with a key and a folder of its own on any free port, which ends with this one.
 * @returns waits for the setting LEDGER_WITNESSES of the server; undefined when witnesses are set by hand, or none could be started
 */
export function startDemoWitness(node, env) {
  const { PORT = '8080', HOST = '127.0.0.1', DATA_DIR = '.data' } = env
  if (env.LEDGER_WITNESSES !== undefined || PORT === '0') return async () => undefined
  const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
  const at = `http://${host}:${PORT}/ledger`
  const args = ['--keep', join(DATA_DIR, 'witness'), '--name', name, '--log-at', at, '--port', '0']
  const child = spawn(node, ['apps/server/src/ledger-witness.ts', ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env,
  })
  process.on('exit', () => child.kill('SIGKILL'))
  const setting = new Promise(resolve => {
    child.once('message', resolve)
    for (const event of ['error', 'exit'])
      child.once(event, () => {
        console.error('The witness of the demonstration is not running; the ledger works without it.')
        resolve(undefined)
      })
  })
  return () => {
    let timer
    const late = new Promise(resolve => {
      timer = setTimeout(resolve, patienceMs)
    })
    return Promise.race([setting, late]).finally(() => clearTimeout(timer))
  }
}
