/**
 * Reads URLs one after another from a process of its own, one per line on stdin. Prints the milliseconds of each, to
 * the last byte; answers are not parsed, because that would be the client's time.
 */
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function read(url: string): Promise<number> {
  return new Promise((done, fail) => {
    const started = performance.now()
    get(url, { agent }, answer => {
      if (answer.statusCode !== 200) fail(new Error(`${url}: ${answer.statusCode}`))
      answer.resume().on('end', () => done(performance.now() - started))
    }).on('error', fail)
  })
}

const times: number[] = []
for (const url of (await text(process.stdin)).split('\n').filter(Boolean)) times.push(await read(url))
process.stdout.write(JSON.stringify(times))
process.exit(0)
