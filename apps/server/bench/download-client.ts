/** A client in a process of its own, so that reading does not share the server's event loop. Prints bytes, ms, sha256. */
import { createHash } from 'node:crypto'
import { get } from 'node:http'

const [url, token, wantsHash] = process.argv.slice(2) as [string, string, string | undefined]
const started = performance.now()
get(url, { headers: { authorization: `Bearer ${token}` } }, response => {
  const hash = wantsHash ? createHash('sha256') : undefined
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    hash?.update(chunk)
  })
  response.on('end', () =>
    console.log(JSON.stringify({ bytes, ms: performance.now() - started, sha256: hash?.digest('hex') })),
  )
})
