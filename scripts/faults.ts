/**
 * The fault campaign: an installation under load is killed, starved, frozen, cut off and restored, and judged after each.
 * `--break=kind` plants a route that answers before its commit, which must be noticed; `--times=n` strikes n times,
 * `--patience=n` waits n seconds for a recovery (20), on a machine that is busy with other things.
 * Names as arguments pick some faults, `--quick` the two-minute choice, `--seed=n` the chances of an earlier run.
 */
import { closeAll, faultNames, runCampaign } from '../apps/server/faults/campaign.ts'
import { type Breakable, breakableRoutes } from '../apps/server/faults/broken-routes.ts'
import { held, slow, tableOf } from '../apps/server/faults/table.ts'

const args = process.argv.slice(2)
const names = args.filter(arg => !arg.startsWith('--'))
const unknown = names.filter(name => !faultNames.includes(name))
if (unknown.length > 0) {
  console.error(`No such fault: ${unknown.join(', ')}. There are: ${faultNames.join(', ')}`)
  process.exit(2)
}
const argumentOf = (name: string) => args.find(arg => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const breakRoute = argumentOf('break')
if (breakRoute !== undefined && !(breakRoute in breakableRoutes)) {
  console.error(`No such route: ${breakRoute}. There are: ${Object.keys(breakableRoutes).join(', ')}`)
  process.exit(2)
}
const timesArgument = argumentOf('times')
const seedArgument = args.find(arg => arg.startsWith('--seed='))?.slice('--seed='.length)
const seed = seedArgument === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(seedArgument)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.log(`${signal}: cleaning up`)
    void closeAll().then(() => process.exit(1))
  })

const began = performance.now()
const quick = args.includes('--quick')
console.log(`seed ${seed}`)
try {
  const rows = await runCampaign({
    names,
    quick,
    seed,
    rate: 120,
    patienceMs: Number(argumentOf('patience') ?? 20) * 1000,
    budgetMs: (quick ? 2 : 14) * 60_000,
    ...(timesArgument && { times: Number(timesArgument) }),
    ...(breakRoute && { breakRoute: breakRoute as Breakable }),
    say: line => console.log(line),
  })
  console.log(`\n${tableOf(rows)}\n`)
  const bad = rows.filter(row => !held(row))
  for (const row of bad)
    console.log(
      `${row.title}: ${slow(row).length > 0 ? `${slow(row).length} recoveries over ${row.limitSeconds} s` : 'see above'}`,
    )
  console.log(
    `${Math.round((performance.now() - began) / 1000)} s, ${bad.length} of ${rows.length} faults not got over as they should`,
  )
  process.exitCode = bad.length === 0 && rows.some(row => row.times > 0) ? 0 : 1
} finally {
  await closeAll()
}
process.exit()
