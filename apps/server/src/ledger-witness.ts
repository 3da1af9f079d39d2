import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FormatError } from '@timbermark/ledger'
import { parseNames } from '@timbermark/ledger/monitor'
import { logAddress } from './monitor-log/public-files.ts'
import { lockFolder } from './platform/installation/folder-lock.ts'
import { abortAfter, readBodyWithin } from './platform/http/response-limits.ts'
import { SettingsError } from './platform/settings.ts'
import { Witness, type WitnessReply } from './witness/witness.ts'
import { OtherLogKey, WitnessFolder } from './witness/witness-folder.ts'

/**
 * `npm run witness`: signs the heads of logs that only grew (C2SP tlog-witness). docs/monitor.md explains it. A started child
 * process reports `KEY=ADDRESS` to its parent, and ends with it. Exit code 2 for a wrong call.
 */
const usage = `witness --keep FOLDER [--name NAME] [--log VERIFIER-KEY] [--log-at URL] [--host HOST] [--port PORT]

--keep    folder of its secret key, the logs that it knows, and the last head of each that it signed
--name    name of its key, when the folder is new: by convention an address without https://
--log     verifier key (name+id+base64) of a log to sign for, once for each name of the log
--log-at  where a log is: its names and keys are fetched when it first sends a head, and trusted from then on
--host    address to listen on; 127.0.0.1
--port    port to listen on; 8090, and 0 for any free one`

/** The command line is wrong. */
class WrongCall extends Error {}

/** A head with its proof and many signatures is far smaller. */
const mostBytes = 65_536
/** How long the names of a log are asked for: the log may be starting, and gives up after ten seconds. */
const findMs = 8_000
const mostConnections = 100

function parseCommandLine(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      keep: { type: 'string' },
      name: { type: 'string' },
      log: { type: 'string', multiple: true, default: [] },
      'log-at': { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8090' },
    },
  })
  if (!values.keep) throw new WrongCall('Name a folder with --keep')
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) throw new WrongCall('--port takes 0 to 65535')
  const at = values['log-at']
  if (at !== undefined && !URL.canParse(at)) throw new WrongCall(`${at} is no address`)
  return {
    keep: resolve(values.keep),
    name: values.name,
    logs: values.log,
    logAt: at === undefined ? undefined : logAddress(new URL(at)),
    host: values.host,
    port: Number(values.port),
  }
}

/** Finds the key of a log by its public list of names; what was found is trusted from then on. */
function findKeyAt(address: string | undefined, folder: WitnessFolder) {
  return async (origin: string): Promise<string | undefined> => {
    if (address === undefined) return undefined
    const until = performance.now() + findMs
    do {
      try {
        const response = await fetch(`${address}/breaks`, { signal: abortAfter(findMs), redirect: 'error' })
        const names = parseNames((await readBodyWithin(response, mostBytes)).toString('utf8'))
        const named = names.find(name => name.origin === origin)
        if (named) await folder.trust(named.verifierKey)
        return named && folder.logKey(origin)
      } catch (error) {
        if (error instanceof OtherLogKey || error instanceof FormatError) return undefined
        await pause(250)
      }
    } while (performance.now() < until)
    return undefined
  }
}

async function main(): Promise<void> {
  const { keep, name, logs, logAt, host, port } = parseCommandLine(process.argv.slice(2))
  mkdirSync(keep, { recursive: true })
  await lockFolder(keep).catch((error: unknown) => {
    throw error instanceof SettingsError ? new WrongCall(`Another witness keeps its files in ${keep}`) : error
  })
  const folder = await WitnessFolder.open(keep, name)
  for (const log of logs) await folder.trust(log)
  const witness = new Witness({ folder, findKey: findKeyAt(logAt, folder) })
  const server = createServer(async (request, response) => {
    const send = ({ status, body, type = 'text/plain; charset=utf-8' as never }: WitnessReply) =>
      response.writeHead(status, { 'content-type': type }).end(body)
    try {
      if (request.method !== 'POST' || !request.url?.endsWith('/add-checkpoint'))
        return send({ status: 404, body: 'Not found\n' })
      const body = await readBody(request)
      if (body === undefined) return response.writeHead(413, { connection: 'close' }).end()
      send(await witness.answer(body))
    } catch (error) {
      // A caller that left needs no answer; a full disk does.
      if (response.destroyed) return
      console.error(error)
      response.writeHead(500).end()
    }
  })
  server.maxConnections = mostConnections
  server.requestTimeout = 10_000
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, host, done)
  })
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  if (process.send) process.send(`${folder.cosigner.verifierKey}=${address}`)
  else process.stdout.write(`Witness ${folder.cosigner.verifierKey}\nlistens on ${address}/add-checkpoint\n`)
}

async function readBody(request: AsyncIterable<Buffer>): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > mostBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

// What was signed is stored: there is nothing to save.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
process.once('disconnect', () => process.exit(0))

main().catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  const isWrongCall =
    error instanceof WrongCall ||
    error instanceof OtherLogKey ||
    error instanceof FormatError ||
    /^ERR_PARSE_ARGS/.test(code ?? '')
  if (isWrongCall) console.error(`${message}\n\n${usage}`)
  else console.error(error)
  process.exit(isWrongCall ? 2 : 1)
})
