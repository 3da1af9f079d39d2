/**
 * Requests `/healthz` of `node health-probe.ts <url>` every 20 ms from a process of its own until its stdin ends;
 * prints the times.
 */
import { setTimeout as pause } from 'node:timers/promises'

let ended = false
process.stdin
  .on('data', () => {})
  .on('end', () => {
    ended = true
  })
const times: number[] = []
while (!ended) {
  const started = performance.now()
  const answer = await fetch(`${process.argv[2]}/healthz`)
  await answer.arrayBuffer()
  times.push(performance.now() - started)
  await pause(20)
}
process.stdout.write(JSON.stringify(times))
process.exit(0)
