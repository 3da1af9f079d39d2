/**
 * Sends requests at an even rate from a process of its own: `node even-rate.ts <url> <rate per second> <seconds>` with
 * one JSON `PlannedRequest` per line on stdin. Times count from when a request was due, so that a late one delays the next ones
 * too. A request that is due while too many wait is not sent and counts as failed.
 */
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export interface PlannedRequest {
  path: string
  /** Sent with POST; without a body it is a GET of a page. */
  body?: object
  /** Client address for the X-Forwarded-For header. */
  from?: string
}

const [url, rate, duration] = process.argv.slice(2)
const planned = (await text(process.stdin))
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line) as PlannedRequest)
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
const every = 1000 / Number(rate)
const mostWaiting = 300
const count = Number(rate) * Number(duration)
const times: number[] = []
let failed = 0
let waiting = 0

function ask({ path, body, from }: PlannedRequest, due: number): Promise<void> {
  return new Promise(done => {
    waiting += 1
    const end = (ok: boolean) => {
      waiting -= 1
      if (ok) times.push(performance.now() - due)
      else failed += 1
      done()
    }
    const headers = {
      ...(from && { 'x-forwarded-for': from }),
      ...(body ? { 'content-type': 'application/json' } : { 'accept-encoding': 'gzip' }),
    }
    request(`${url}${path}`, { agent, headers, method: body ? 'POST' : 'GET' }, async answer => {
      // A refused call has status 200 too: its own code shows the refusal.
      if (body) end((await text(answer)).startsWith('{"code":200,'))
      else answer.resume().on('end', () => end(answer.statusCode === 200))
    })
      .on('error', () => end(false))
      .end(body && JSON.stringify(body))
  })
}

const begun = performance.now()
const asking: Promise<void>[] = []
for (let n = 0; n < count; n++) {
  const due = begun + n * every
  const wait = due - performance.now()
  // Timers have millisecond precision: what is due within one is sent at once.
  if (wait > 1) await pause(wait)
  if (waiting < mostWaiting) asking.push(ask(planned[n % planned.length]!, due))
  else failed += 1
}
await Promise.all(asking)
process.stdout.write(JSON.stringify({ times, failed }))
process.exit(0)
