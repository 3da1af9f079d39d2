/**
 * Sends scans from a process of its own: `node scan-load.ts <url> <connections> <seconds>` with one JSON `Scan` per
 * line on stdin.
 */
import { text } from 'node:stream/consumers'
import autocannon, { type Request } from 'autocannon'

export interface Scan {
  body: object
  /** Client address for the X-Forwarded-For header; the process's own when absent. */
  from?: string
}

const [url, connections, duration] = process.argv.slice(2)
const scans = (await text(process.stdin))
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line) as Scan)
// A refused call has status 200 too: its own code shows the refusal.
let refused = 0
const requests = scans.map(
  ({ body, from }): Request => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from ? { 'x-forwarded-for': from } : {}) },
    // Each request is a visit by a device of its own: the server counts one of a device and code in half an hour.
    body: JSON.stringify({ ...body, device: '[<id>]' }),
    onResponse: (_status, answer) => {
      if (!answer.startsWith('{"code":200,')) refused++
    },
  }),
)
let begun = 0
/** Replaces `[<id>]` in each body; the types of the program lack it. */
const withIds = { idReplacement: true }
const result = await autocannon({
  ...withIds,
  url: url!,
  connections: Number(connections),
  duration: Number(duration),
  // Each connection has its own share: otherwise all would be one client who sends a hundred requests at once.
  setupClient: client => {
    const share = requests.length / Number(connections)
    client.setRequests(requests.slice(Math.floor(begun * share), Math.floor(++begun * share)))
  },
})
process.stdout.write(
  JSON.stringify({
    answered: result['2xx'] - refused,
    failed: result.non2xx + result.errors + refused,
    seconds: result.duration,
    p99: result.latency.p99,
  }),
)
