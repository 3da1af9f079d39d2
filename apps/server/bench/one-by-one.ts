/** Reads addresses one after another from a process of its own: one a line on stdin. Prints the milliseconds of each. */
import { text } from 'node:stream/consumers'

const times: number[] = []
for (const url of (await text(process.stdin)).split('\n').filter(Boolean)) {
  const started = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  times.push(performance.now() - started)
}
process.stdout.write(JSON.stringify(times))
