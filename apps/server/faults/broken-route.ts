/**
 * A planted fault, loaded into a server by the campaign's launcher only (`--import`, never part of the product): calls of
 * one route are answered before their commit. The campaign must notice it; otherwise it judges nothing there.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import pg from 'pg'
import { pause } from './wait.ts'

type Emit = (this: Server, event: string | symbol, ...args: unknown[]) => boolean

const route = process.env.BROKEN_ROUTE ?? ''
/** How long the commit comes after what its caller is told, milliseconds. */
const lateMs = 40

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

type Lent = pg.Client & { release?: (...given: unknown[]) => void }
type Query = (this: Lent, config: unknown, ...rest: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const { query } = prototype
prototype.query = function (config, ...rest) {
  const text = typeof config === 'string' ? config : (config as { text?: unknown } | null)?.text
  if (text !== 'commit' || !calls.getStore()) return query.call(this, config, ...rest)
  const late = pause(lateMs).then(() => query.call(this, config, ...rest) as Promise<unknown>)
  // Until then nobody else may use the connection, or its statements would be part of this transaction.
  const { release } = this
  this.release = (...given) => void late.finally(() => release?.apply(this, given)).catch(() => {})
  return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [], fields: [] })
}
