import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A chain that is not ready this long after the server could start is done without. */
const patienceMs = 15_000

const off = value => ['off', 'false', '0'].includes(value ?? '')

/**
 * Starts the development chain of the demonstration: a process of its own on any free port of loopback, which ends with this one. Its
 * files, among them its key, are in the data folder.
 * @returns waits for the settings of the chain; {} when a chain is set by hand or switched off, or none could be started
 */
export function startDemoChain(node, env) {
  const { DATA_DIR = '.data' } = env
  if (off(env.CHAIN)) {
    console.error('CHAIN=off: heads of the ledger are not anchored on a chain.')
    return async () => ({})
  }
  if (env.CHAIN_RPC_URLS || env.PORT === '0') return async () => ({})
  const child = spawn(node, ['apps/server/src/ledger-chain.ts', 'demo', join(DATA_DIR, 'chain')], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env,
  })
  let why = ''
  child.stderr.setEncoding('utf8').on('data', part => {
    why += part
  })
  let isEnding = false
  process.on('exit', () => {
    isEnding = true
    child.kill('SIGTERM')
  })
  const settings = new Promise(resolve => {
    child.once('message', resolve)
    for (const event of ['error', 'exit'])
      child.once(event, () => {
        if (!isEnding)
          console.error(
            `The chain of the demonstration is not running (${why.split('\n')[0] || 'it ended'}); heads of the ledger are not anchored.`,
          )
        resolve({})
      })
  })
  return () => {
    let timer
    const late = new Promise(resolve => {
      timer = setTimeout(() => resolve({}), patienceMs)
    })
    return Promise.race([settings, late]).finally(() => clearTimeout(timer))
  }
}
