import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server that knows nothing of logs: it serves files by their paths below `/ledger/`. */
export interface StaticLog {
  url: string
  /** Paths asked for. */
  asked: string[]
  /** Returns an answer in place of a file, or undefined. */
  instead: (path: string, request: IncomingMessage, response: ServerResponse) => boolean
  stop(): Promise<void>
}

/** @param read gives a file's bytes, or undefined for 404 */
export async function serveLog(read: (path: string) => Uint8Array | undefined): Promise<StaticLog> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/ledger\//, '')
    self.asked.push(path)
    if (self.instead(path, request, response)) return
    const bytes = read(path)
    response.writeHead(bytes ? 200 : 404).end(bytes ?? 'Not found\n')
  })
  const self: StaticLog = {
    url: '',
    asked: [],
    instead: () => false,
    stop: () =>
      new Promise<void>(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return self
}
