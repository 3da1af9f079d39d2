/** Faults of a standby that reads are sent to. */
import { alarmsAt, type FailoverSite } from '../failover.ts'
import { type Fault, recovery, type Scene } from '../scene.ts'
import { pause, until } from '../wait.ts'

/** Waits for an alarm, or for its end, and objects when it does not come. */
async function untilAlarm({ site, object }: Scene<FailoverSite>, key: string, raised: boolean): Promise<void> {
  const isSo = async () => (await alarmsAt(site.addresses[0]!)).includes(key) === raised
  if (!(await until(isSo, { patienceMs: 60_000, everyMs: 300 })))
    object(`${key} ${raised ? 'was not raised' : 'does not end'}`)
}

/** Everything that is read must be as the caller has left it: the load looks at each row after its change. */
const replicaBehind: Fault<FailoverSite> = {
  name: 'replica-behind',
  title: 'the reading replica replays nothing for 20 s',
  leavesHalves: true,
  times: 2,
  quick: 1,
  async strike(scene) {
    const { standby } = scene.site
    await standby.withClient(client => client.query('select pg_wal_replay_pause()'))
    const until20s = performance.now() + 20_000
    await untilAlarm(scene, 'replicaBehind', true)
    await pause(Math.max(0, until20s - performance.now()))
    await standby.withClient(client => client.query('select pg_wal_replay_resume()'))
    const back = await recovery(scene, performance.now())
    await untilAlarm(scene, 'replicaBehind', false)
    return back
  },
}

const replicaGone: Fault<FailoverSite> = {
  name: 'replica-gone',
  title: 'the machine of the reading replica is gone, another takes its place',
  leavesHalves: true,
  times: 2,
  quick: 1,
  async strike(scene) {
    const { site } = scene
    const since = performance.now()
    await site.loseStandby()
    const back = await recovery(scene, since)
    await untilAlarm(scene, 'replicaDown', true)
    await site.follow()
    await untilAlarm(scene, 'replicaDown', false)
    return back
  },
}

const replicaCut: Fault<FailoverSite> = {
  name: 'replica-cut',
  title: 'connections to the reading replica reset at random, 6 s, then silent, 6 s',
  leavesHalves: true,
  times: 2,
  quick: 0,
  async strike(scene) {
    const line = scene.site.readAddress!
    for (const end = performance.now() + 6000; performance.now() < end; ) {
      line.reset(() => scene.chance.next() < 0.4)
      await pause(scene.chance.between(50, 500))
    }
    line.freeze()
    await pause(6000)
    line.thaw()
    return recovery(scene, performance.now())
  },
}

const replicaPromoted: Fault<FailoverSite> = {
  name: 'replica-promoted',
  title: 'primary lost, its synchronous standby promoted that was read from',
  leavesHalves: true,
  times: 1,
  quick: 0,
  limitSeconds: 15,
  async strike(scene) {
    const { site } = scene
    await site.setSynchronous(true)
    await pause(1500)
    const since = performance.now()
    await site.failOver()
    const back = await recovery(scene, since)
    await untilAlarm(scene, 'replicaDown', true)
    await site.follow()
    await untilAlarm(scene, 'replicaDown', false)
    return back
  },
}

export const replicaFaults = [replicaBehind, replicaGone, replicaCut, replicaPromoted]
