/** Reads pages from a process of its own: `node page-load.ts <url> <connections> <seconds>` with the paths on stdin. */
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

const [url, connections, duration] = process.argv.slice(2)
const paths = (await text(process.stdin)).split('\n').filter(Boolean)
const result = await autocannon({
  url: url!,
  connections: Number(connections),
  duration: Number(duration),
  requests: paths.map(path => ({ method: 'GET' as const, path })),
})
process.stdout.write(
  JSON.stringify({
    answered: result['2xx'],
    failed: result.non2xx + result.errors,
    seconds: result.duration,
    p99: result.latency.p99,
  }),
)
