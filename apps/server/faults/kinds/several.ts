/** Faults of several processes on one database, and of the network between them. */
import type { ServerProcess } from '../processes.ts'
import { assertTellsSilence, type Fault, recovery, type Scene } from '../scene.ts'
import type { SeveralSite } from '../several.ts'
import { pause, until } from '../wait.ts'

/** Takeover within 30 s, plus the duration of the long request on a busy machine. */
const takeoverSeconds = 45

/**
 * Brings a worker into the middle of a long request while the other one is stopped, and freezes it, so that a fault
 * certainly strikes it there; then the other one is started again.
 */
async function inMidJob({ site, load }: Scene<SeveralSite>): Promise<{ busy: ServerProcess; request: number }> {
  const [busy, other] = site.workers as [ServerProcess, ServerProcess]
  await other.kill('SIGTERM')
  const request = await load.longRequest()
  const begun = await until(async () => (await load.requestStatus(request)) !== 'inProgress', {
    patienceMs: 30_000,
    everyMs: 20,
  })
  busy.signal('SIGSTOP')
  other.start()
  if (!begun) throw new Error('no worker took up the long request')
  // A worker prints nothing when it is ready; it finds its work in the database.
  await pause(2500)
  return { busy, request }
}

/** @returns milliseconds until the request was made */
export async function untilMade(
  { load, object, patienceMs: patienceOfScene }: Scene,
  request: number,
  since: number,
): Promise<number | undefined> {
  const patienceMs = Math.max(patienceOfScene, (takeoverSeconds + 15) * 1000)
  let status: string | undefined
  const isMade = await until(
    async () => {
      status = await load.requestStatus(request)
      return status === 'completed'
    },
    { patienceMs, everyMs: 200 },
  )
  if (!isMade) object(`code request ${request} was ${status} ${Math.round(patienceMs / 1000)} s after the fault`)
  return isMade ? performance.now() - since : undefined
}

export const killWorker: Fault<SeveralSite> = {
  name: 'kill-worker',
  title: 'SIGKILL of a worker in mid-job beside a living one',
  leavesHalves: true,
  times: 3,
  quick: 1,
  limitSeconds: takeoverSeconds,
  async strike(scene) {
    const { busy, request } = await inMidJob(scene)
    const since = performance.now()
    await busy.kill('SIGKILL')
    const elapsedMs = await untilMade(scene, request, since)
    scene.site.restart(busy)
    return elapsedMs
  },
}

export const freezeWorker: Fault<SeveralSite> = {
  name: 'freeze-worker',
  title: 'SIGSTOP of a worker in mid-job, 40 s, beside a living one',
  times: 1,
  quick: 0,
  limitSeconds: takeoverSeconds,
  async strike(scene) {
    const { busy, request } = await inMidJob(scene)
    const since = performance.now()
    const elapsedMs = await untilMade(scene, request, since)
    await pause(Math.max(0, since + 40_000 - performance.now()))
    // When it wakes up, another worker has done its work: the judge counts whether it is done twice.
    busy.signal('SIGCONT')
    await pause(3000)
    return elapsedMs
  },
}

export const killWeb: Fault<SeveralSite> = {
  name: 'kill-web',
  title: 'SIGKILL of one of two web processes',
  aimed: true,
  leavesHalves: true,
  times: 3,
  quick: 0,
  async strike(scene) {
    const web = scene.chance.one(scene.site.webs)
    const since = performance.now()
    await web.kill('SIGKILL')
    web.start()
    return recovery(scene, since)
  },
}

export const killExternalDatabase: Fault<SeveralSite> = {
  name: 'kill-external',
  title: 'SIGKILL of an external database, back after 2 s',
  aimed: true,
  times: 2,
  quick: 0,
  async strike(scene) {
    const since = performance.now()
    await scene.site.database.kill()
    await pause(2000)
    await scene.site.database.start()
    return livesOn(scene, since)
  },
}

export const killTogether: Fault<SeveralSite> = {
  name: 'kill-together',
  title: 'SIGKILL of a web process, a worker and the database at once',
  aimed: true,
  leavesHalves: true,
  times: 1,
  quick: 0,
  async strike(scene) {
    const { site, chance } = scene
    const victims = [chance.one(site.webs), chance.one(site.workers)]
    const since = performance.now()
    await Promise.all([site.database.kill(), ...victims.map(victim => victim.kill('SIGKILL'))])
    await site.database.start()
    for (const victim of victims) site.restart(victim)
    return livesOn(scene, since)
  },
}

export const cutConnections: Fault<SeveralSite> = {
  name: 'cut-connections',
  title: 'connections to the database reset at random, 4 s',
  times: 3,
  quick: 1,
  async strike(scene) {
    const { network } = scene.site.database
    for (const end = performance.now() + 4000; performance.now() < end; ) {
      network.reset(() => scene.chance.next() < 0.4)
      await pause(scene.chance.between(50, 500))
    }
    return livesOn(scene, performance.now())
  },
}

export const freezeConnections: Fault<SeveralSite> = {
  name: 'freeze-connections',
  title: 'network to the database silent, 9 s',
  times: 2,
  quick: 0,
  async strike(scene) {
    const { network } = scene.site.database
    network.freeze()
    await pause(6500)
    await assertTellsSilence(scene)
    await pause(2500)
    network.thaw()
    return livesOn(scene, performance.now())
  },
}

export const slowConnections: Fault<SeveralSite> = {
  name: 'slow-connections',
  title: 'network to the database slow, 60 ms each way, 6 s',
  times: 1,
  quick: 0,
  async strike(scene) {
    const { network } = scene.site.database
    network.delay(60)
    await pause(6000)
    network.delay(0)
    return livesOn(scene, performance.now())
  },
}

/** No process may end because its database or its network failed. */
export async function livesOn(scene: Scene<SeveralSite>, since: number): Promise<number | undefined> {
  const back = await recovery(scene, since)
  for (const server of scene.site.servers)
    if (!server.alive) scene.object(`${server.name} ended: ${server.said.trim().split('\n').at(-1)?.slice(0, 160)}`)
  return back
}

export const severalFaults = [
  killWorker,
  freezeWorker,
  killWeb,
  killExternalDatabase,
  killTogether,
  cutConnections,
  freezeConnections,
  slowConnections,
]
