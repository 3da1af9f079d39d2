/** Sends scans from a process of its own: `node scan-load.ts <url> <connections> <seconds>` with the codes on stdin. */
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

const [url, connections, duration] = process.argv.slice(2)
const codes = (await text(process.stdin)).split('\n').filter(Boolean)
const result = await autocannon({
  url: url!,
  connections: Number(connections),
  duration: Number(duration),
  requests: codes.map(code => ({
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, device: 'bench' }),
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
