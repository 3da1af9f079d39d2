/** The speed claims, measured in one run on this machine, each against a plain way. Names as arguments pick some of them. */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { print } from '../apps/server/bench/bench.ts'
import { measureBusyLogs } from '../apps/server/bench/busy-logs.ts'
import { measureCirculation } from '../apps/server/bench/circulation.ts'
import { measureClones } from '../apps/server/bench/clones.ts'
import { measureCodes } from '../apps/server/bench/codes.ts'
import { measureCodesUsed } from '../apps/server/bench/codes-used.ts'
import { measureGrowth } from '../apps/server/bench/growth/measure.ts'
import { measureLabels } from '../apps/server/bench/labels.ts'
import { measureLedger } from '../apps/server/bench/ledger.ts'
import { measureListings } from '../apps/server/bench/listings.ts'
import { measureLists } from '../apps/server/bench/lists.ts'
import { measureMaterial } from '../apps/server/bench/material.ts'
import { measureReportLists } from '../apps/server/bench/report-lists.ts'
import { measureSearch } from '../apps/server/bench/search.ts'
import { measureStatistics } from '../apps/server/bench/statistics.ts'
import { measurePages } from '../apps/server/bench/pages.ts'
import { measureRanges } from '../apps/server/bench/ranges.ts'
import { measureScans, measureWatch } from '../apps/server/bench/scans.ts'
import { measureStart } from '../apps/server/bench/start.ts'
import { openBench } from '../apps/server/bench/world.ts'
import { measurePhonePage } from '../e2e/support/measure-phone-page.ts'
import { measureTracePage } from '../e2e/support/measure-trace-page.ts'

// An installation of its own, many times as large as the others: only when it is named.
if (process.argv[2] === 'growth') {
  await measureGrowth(process.argv.slice(3))
  process.exit(0)
}
const wanted = new Set(process.argv.slice(2))
const wants = (name: string) => wanted.size === 0 || wanted.has(name)

console.log(
  `${cpus()[0]?.model ?? 'processor'}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(2)} before the run; figures are median (smallest–largest)\n`,
)
if (wants('clones')) print(measureClones())
if (wants('labels')) print(await measureLabels())
const world = await openBench()
try {
  if (wants('codes')) print(await measureCodes(world))
  if (wants('used')) print(await measureCodesUsed(world))
  if (wants('circulation')) print(await measureCirculation(world))
  if (wants('ranges')) print(await measureRanges(world))
  if (wants('watch')) print(await measureWatch(world))
  if (wants('scans')) print(await measureScans(world))
  if (wants('logs')) print(await measureBusyLogs(world))
  if (wants('ledger')) print(await measureLedger(world))
  if (wants('lists')) print(await measureLists(world))
  if (wants('material')) print(await measureMaterial(world))
  if (wants('report-lists')) print(await measureReportLists(world))
  if (wants('search')) print(await measureSearch(world))
  if (wants('market')) print(await measureListings(world))
  if (wants('statistics')) print(await measureStatistics(world))
  if (wants('pages')) print(await measurePages(world))
  if (wants('phone')) print(await measurePhonePage(world))
  if (wants('paint')) print(await measureTracePage(world))
} finally {
  await world.close()
}
if (wants('start')) print(await measureStart())
process.exit(0)
