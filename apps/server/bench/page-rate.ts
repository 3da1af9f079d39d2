/**
 * Reads pages at an even rate from a process of its own: `node page-rate.ts <url> <a second> <seconds>` with the paths on
 * stdin. Times count from when a page was due, so that one that is late makes the next ones late as well. What is due while
 * too many wait already is not asked for, and failed.
 */
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const [url, rate, duration] = process.argv.slice(2)
const paths = (await text(process.stdin)).split('\n').filter(Boolean)
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
const every = 1000 / Number(rate)
const mostWaiting = 300
const count = Number(rate) * Number(duration)
const times: number[] = []
let failed = 0
let waiting = 0

function read(path: string, due: number): Promise<void> {
  return new Promise(done => {
    waiting += 1
    const end = (ok: boolean) => {
      waiting -= 1
      if (ok) times.push(performance.now() - due)
      else failed += 1
      done()
    }
    get(`${url}${path}`, { agent, headers: { 'accept-encoding': 'gzip' } }, answer =>
      answer.resume().on('end', () => end(answer.statusCode === 200)),
    ).on('error', () => end(false))
  })
}

const begun = performance.now()
const reading: Promise<void>[] = []
for (let page = 0; page < count; page++) {
  const due = begun + page * every
  const wait = due - performance.now()
  // A timer keeps to milliseconds: what is due within one goes at once.
  if (wait > 1) await pause(wait)
  if (waiting < mostWaiting) reading.push(read(paths[page % paths.length]!, due))
  else failed += 1
}
await Promise.all(reading)
process.stdout.write(JSON.stringify({ times, failed }))
process.exit(0)
