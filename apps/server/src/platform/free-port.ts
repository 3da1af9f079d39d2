import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** Where ports that nobody asked for by number are given out when the system does not tell. */
const usualFirst = 32_768
const first = 15_000

/**
 * A port of loopback that is free now, from below those that the system gives out by itself: whoever binds it again after
 * a pause does not find it taken meanwhile by the end of somebody's connection.
 */
export async function freePort(): Promise<number> {
  const end = Math.max(firstGivenOut(), first + 1000)
  for (let tries = 0; tries < 100; tries++) {
    const port = first + Math.floor(Math.random() * (end - first))
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}

function firstGivenOut(): number {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    return Number.parseInt(range, 10) || usualFirst
  } catch {
    return usualFirst
  }
}

/** Whether nobody listens at this port of loopback. */
export function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
