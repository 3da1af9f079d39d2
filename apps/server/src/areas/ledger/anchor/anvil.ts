import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ChainNode } from './chain-node.ts'
import { JsonRpc } from './json-rpc.ts'

/** The program of a local development chain; undefined where its package has none for this system. */
export function findAnvil(): string | undefined {
  const kind = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  try {
    const folder = dirname(
      createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${kind}/package.json`),
    )
    const file = join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** A development chain that runs. */
export interface DevelopmentChain {
  address: string
  process: ChildProcess
}

/** How long it may take to answer. */
const startMs = 20_000

/**
 * Starts a development chain on a port of the loopback interface, with a block for each transaction.
 * @param more further arguments of the program
 * @throws Error when it ends, or does not answer in time
 */
export async function startAnvil(program: string, port: number, more: readonly string[]): Promise<DevelopmentChain> {
  const args = ['--host', '127.0.0.1', '--port', String(port), '--silent', ...more]
  const child = spawn(program, args, { stdio: 'ignore' })
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`the development chain ended with ${code}`)))
  })
  // It may also end later, when nobody waits for it here.
  failed.catch(() => {})
  const address = `http://127.0.0.1:${port}`
  const node = new ChainNode(new JsonRpc(address, 1000))
  const until = performance.now() + startMs
  for (;;) {
    const answers = await Promise.race([node.chainId().catch(() => undefined), failed])
    if (answers !== undefined) return { address, process: child }
    if (performance.now() > until) {
      child.kill('SIGKILL')
      throw new Error('the development chain does not answer')
    }
    await new Promise(done => setTimeout(done, 50))
  }
}
