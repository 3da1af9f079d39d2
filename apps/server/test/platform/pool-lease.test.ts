import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Database } from '../../src/platform/database/database.ts'
import { DatabaseUnavailable } from '../../src/platform/unavailable.ts'

const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const field = (letter: string, text: string) => Buffer.from(`${letter}${text}\0`)

/** What a PostgreSQL server (protocol 3.0) sends that accepts a connection and dies in the same moment. */
const letInAndEnded = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message(
    'E',
    field('S', 'FATAL'),
    field('V', 'FATAL'),
    field('C', '57P01'),
    field('M', 'terminating connection due to unexpected postmaster exit'),
    Buffer.alloc(1),
  ),
])

let server: Server | undefined
let database: Database | undefined
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await database?.close()
  server?.close()
})

test('a connection that is ended in the bytes that say it is made is a database that cannot be reached, and no fault of the process', async () => {
  let connectionCount = 0
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      connectionCount++
      socket.end(letInAndEnded)
    })
  })
  await new Promise<void>(listening => server!.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const url = `postgres://nobody@127.0.0.1:${port}/none`
  database = new Database({ serverUrl: url, workerUrl: url })
  const uncaught: unknown[] = []
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  const hear = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', hear)
  try {
    await expect(database.withoutTenant(async () => {})).rejects.toThrow(DatabaseUnavailable)
  } finally {
    process.off('uncaughtException', hear)
    for (const listener of before) process.on('uncaughtException', listener)
  }
  expect(connectionCount).toBeGreaterThan(0)
  expect(uncaught).toEqual([])
})
