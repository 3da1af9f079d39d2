/**
 * A planted fault, loaded into a server by the campaign's launcher only (`--import`, never part of the product): calls of
 * one route are answered before their commit. The campaign must notice it; otherwise it judges nothing there.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import pg from 'pg'

type Emit = (this: Server, event: string | symbol, ...args: unknown[]) => boolean

const route = process.env.BROKEN_ROUTE ?? ''
/** How long the commit comes after the answer, seconds. */
const lateSeconds = 0.04

const calls = new AsyncLocalStorage<boolean>()

// Express what a call is in the context that its statements are sent in.
const server = Server.prototype as unknown as { emit: Emit }
const { emit } = server
server.emit = function (event, ...args) {
  if (event !== 'request') return emit.call(this, event, ...args)
  const { url = '' } = args[0] as { url?: string }
  const isBroken = new RegExp(`^/api${route}$`).test(url.split('?')[0] ?? '')
  return calls.run(isBroken, () => emit.call(this, event, ...args))
}

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const { query } = prototype
prototype.query = function (config, ...rest) {
  const text = typeof config === 'string' ? config : (config as { text?: unknown } | null)?.text
  if (text !== 'commit' || !calls.getStore()) return query.call(this, config, ...rest)
  // Both wait in the connection's own queue, before whatever uses it next; the caller is told at once.
  for (const late of [`select pg_sleep(${lateSeconds})`, 'commit'])
    (query.call(this, late) as Promise<unknown>).catch(() => {})
  return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [], fields: [] })
}
