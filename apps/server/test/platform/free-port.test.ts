import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../../src/platform/free-port.ts'

const held = (port: number) =>
  new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

test.runIf(process.platform === 'linux')('a reserved port lies below those that the system assigns', async () => {
  const firstAssigned = Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  const servers = []
  for (let n = 0; n < 20; n++) {
    const port = await freePort()
    if (firstAssigned > 16_000) expect(port).toBeLessThan(firstAssigned)
    servers.push(await held(port))
  }
  for (const server of servers) server.close()
})
