import { readFileSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { cpus, freemem, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ProcessFigures } from '@timbermark/contract/calls'
import { cacheFigures } from '../../../platform/concurrency/caches.ts'
import type { Services } from '../../../platform/services.ts'

/** The product's own version. */
export const version = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as { version: string }
).version

/** Busy and total time of all processors, in ticks. */
function processorTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times }) => times)
  const all = times.reduce((sum, each) => sum + each.user + each.nice + each.sys + each.idle + each.irq, 0)
  return { busy: all - times.reduce((sum, each) => sum + each.idle, 0), all }
}

/** Available memory; file caches count as available. */
async function memoryFree(): Promise<number> {
  const memoryInfo = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(memoryInfo)?.[1]
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024
}

const milliseconds = (nanoseconds: number) =>
  Number.isFinite(nanoseconds) ? Math.max(0, Math.round(nanoseconds / 10_000) / 100) : 0

/** Measures this process and its machine, since the last call. */
export class Measure {
  readonly #services: Services
  readonly #loop = monitorEventLoopDelay({ resolution: 10 })
  #processUsage = process.cpuUsage()
  #machine = processorTimes()
  #at = performance.now()

  constructor(services: Services) {
    this.#services = services
    this.#loop.enable()
  }

  async take(): Promise<ProcessFigures> {
    const { settings, database } = this.#services
    const processUsage = process.cpuUsage(this.#processUsage)
    const machine = processorTimes()
    const now = performance.now()
    const ticks = machine.all - this.#machine.all
    const busy = machine.busy - this.#machine.busy
    // A timer of ten milliseconds measures the delay; its own interval is subtracted.
    const late = (value: number) => Math.max(0, milliseconds(value) - 10)
    const figures = {
      cpu: Math.round(((processUsage.user + processUsage.system) / 1000 / Math.max(1, now - this.#at)) * 1000) / 1000,
      loopMiddle: late(this.#loop.percentile(50)),
      loopMost: late(this.#loop.percentile(99)),
      loopLongest: late(this.#loop.max),
      machineCpu: ticks > 0 ? Math.min(1, Math.max(0, busy / ticks)) : 0,
    }
    this.#processUsage = process.cpuUsage()
    this.#machine = machine
    this.#at = now
    this.#loop.reset()
    const { rss, heapUsed, heapTotal } = process.memoryUsage()
    const disk = await statfs(settings.dataDir).catch(() => undefined)
    return {
      ...figures,
      rss,
      heapUsed,
      heapTotal,
      processors: cpus().length,
      load: loadavg()[0] ?? 0,
      memoryTotal: totalmem(),
      memoryFree: await memoryFree(),
      diskTotal: disk ? disk.blocks * disk.bsize : 0,
      diskFree: disk ? disk.bavail * disk.bsize : 0,
      requests: this.#services.served.count,
      ...(database.replicaFigures && { replica: database.replicaFigures }),
      caches: cacheFigures(database),
      slow: database.slow.worst(10),
    }
  }

  stop(): void {
    this.#loop.disable()
  }
}
