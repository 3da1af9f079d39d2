import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from 'node:net'
import { Network } from '../../faults/network.ts'
import { until } from '../../faults/wait.ts'

/** An echo server behind the network: faults on the way are seen at the other end. */
let echo: Server
let network: Network
const sockets = new Set<Socket>()

beforeAll(async () => {
  echo = createServer(socket => socket.on('error', () => {}).pipe(socket))
  await new Promise<void>(done => echo.listen(0, '127.0.0.1', done))
  network = await Network.open((echo.address() as { port: number }).port)
})

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await network.close()
  await new Promise(done => echo.close(done))
})

function talk(): { socket: Socket; heard: () => string; ended: () => boolean } {
  const socket = connect(network.port, '127.0.0.1')
  sockets.add(socket)
  let text = ''
  let ended = false
  socket.setEncoding('utf8').on('data', chunk => (text += chunk))
  socket.on('error', () => {})
  socket.on('close', () => (ended = true))
  return { socket, heard: () => text, ended: () => ended }
}

const patient = { patienceMs: 20_000 }

test('what is sent arrives in order, also when it is held back and let go', async () => {
  const { socket, heard } = talk()
  socket.write('one ')
  expect(await until(() => heard() === 'one ', patient)).toBe(true)
  network.delay(100)
  socket.write('two ')
  network.delay(0)
  socket.write('three')
  expect(await until(() => heard() === 'one two three', patient)).toBe(true)
})

test('a frozen network is silent and forgets nothing', async () => {
  const { socket, heard, ended } = talk()
  socket.write('before ')
  await until(() => heard() === 'before ', patient)
  network.freeze()
  socket.write('after')
  expect(await until(() => heard().includes('after'), { patienceMs: 300 })).toBe(false)
  expect(ended()).toBe(false)
  network.thaw()
  expect(await until(() => heard() === 'before after', patient)).toBe(true)
})

test('reset connections end, and new ones go through', async () => {
  const before = talk()
  before.socket.write('x')
  await until(() => before.heard() === 'x', patient)
  expect(network.reset()).toBeGreaterThan(0)
  expect(await until(before.ended, patient)).toBe(true)
  const after = talk()
  after.socket.write('y')
  expect(await until(() => after.heard() === 'y', patient)).toBe(true)
})
