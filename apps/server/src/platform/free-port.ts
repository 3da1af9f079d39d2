import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** Start of the ephemeral port range, when the system does not report it. */
const defaultFirst = 32_768
const first = 15_000

/**
 * A free port of loopback, below the system's ephemeral range: a process that binds it again after a pause does not
 * find it taken by an outgoing connection.
 */
export async function freePort(): Promise<number> {
  const end = Math.max(firstEphemeralPort(), first + 1000)
  for (let tries = 0; tries < 100; tries++) {
    const port = first + Math.floor(Math.random() * (end - first))
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}

function firstEphemeralPort(): number {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    return Number.parseInt(range, 10) || defaultFirst
  } catch {
    return defaultFirst
  }
}

/** Whether nobody listens on this port of loopback. */
export function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
