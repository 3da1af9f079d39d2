/**
 * A steady mixed load on one process with its own database: does anything grow, is anything lost?
 * `npm run soak -- [minutes] [--rate=60] [--samples=file.json] [--seed=n]`
 */
import { writeFileSync } from 'node:fs'
import { soak } from '../apps/server/faults/soak.ts'

const args = process.argv.slice(2)
const option = (name: string) => args.find(arg => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const minutes = Number(args.find(arg => !arg.startsWith('--')) ?? 60)
const rate = Number(option('rate') ?? 60)
if (!(minutes > 0) || !(rate > 0)) {
  console.error('Minutes and rate are numbers above 0')
  process.exit(2)
}
const result = await soak({
  minutes,
  rate,
  seed: Number(option('seed') ?? Math.floor(Math.random() * 2 ** 32)),
  say: line => console.log(line),
})
const file = option('samples')
if (file) writeFileSync(file, `${JSON.stringify(result.samples, null, 1)}\n`)

const flat = Math.abs(result.growth - 1) <= 0.1
for (const item of [...result.verdict.all, ...result.odd]) console.log(item)
console.log(
  `memory of the last third against the middle third: ${((result.growth - 1) * 100).toFixed(1)} % (${flat ? 'flat' : 'NOT FLAT'} within 10 %)`,
)
console.log(`health: 99 of 100 answers within ${result.healthP99.toFixed(0)} ms`)
const good = flat && result.verdict.clean && result.odd.length === 0
console.log(good ? 'nothing lost, doubled or stuck' : 'see above')
process.exit(good ? 0 : 1)
