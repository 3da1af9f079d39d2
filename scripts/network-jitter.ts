import type { Server } from 'node:http'

/**
 * Tests of pages and journeys over a network that delays each request at random, so that answers come late and out of order:
 * `NETWORK_JITTER=400 npm test -- e2e` delays by up to 400 ms. A test that fails only then relies on luck, or the product does.
 */
const longestDelayMs = Number(process.env.NETWORK_JITTER ?? 0)

/** Delays the requests of a server from now on, except those for files of the pages. */
export function addNetworkJitter(server: Server): void {
  if (!(longestDelayMs > 0)) return
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const go = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    if (!/^\/(api|ws|wx)\//.test(request.url ?? '')) go()
    else setTimeout(go, Math.random() * longestDelayMs)
  })
}
