import type { Server } from 'node:http'

/**
 * Tests of pages and journeys over a line that keeps each request for a while, so that answers come late and out of
 * order: `UNSTEADY=400 npm test -- e2e` waits up to 400 ms. What fails there alone relies on luck, in the test or in the
 * product.
 */
const longestDelayMs = Number(process.env.UNSTEADY ?? 0)

/** Requests of one server from now on; files of the pages come at once. */
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
