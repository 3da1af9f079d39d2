/** Sends scans from a process of its own: `node scan-load.ts <url> <connections> <seconds>` with one JSON `Scan` a line on stdin. */
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

export interface Scan {
  body: object
  /** Address that a proxy in front of the server would name; its own when none is given. */
  from?: string
}

const [url, connections, duration] = process.argv.slice(2)
const scans = (await text(process.stdin))
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line) as Scan)
const result = await autocannon({
  url: url!,
  connections: Number(connections),
  duration: Number(duration),
  requests: scans.map(({ body, from }) => ({
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', ...(from ? { 'x-forwarded-for': from } : {}) },
    body: JSON.stringify(body),
  })),
})
process.stdout.write(
  JSON.stringify({
    answered: result['2xx'],
    failed: result.non2xx + result.errors,
    seconds: result.duration,
    p99: result.latency.p99,
  }),
)
