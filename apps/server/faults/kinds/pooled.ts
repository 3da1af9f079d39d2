/** Faults of a pooler, and of the database behind it. */
import type { PooledSite } from '../pooled.ts'
import type { Fault } from '../scene.ts'
import { pause } from '../wait.ts'
import { killWeb, livesOn } from './several.ts'

const poolerKilled: Fault<PooledSite> = {
  name: 'pooler-killed',
  title: 'SIGKILL of the pooler, back at once',
  aimed: true,
  times: 4,
  quick: 1,
  async strike(scene) {
    const since = performance.now()
    await scene.site.pooler.restart()
    return livesOn(scene, since)
  },
}

const poolerFrozen: Fault<PooledSite> = {
  name: 'pooler-frozen',
  title: 'the pooler holds its connections and does nothing, 6 s',
  times: 2,
  quick: 0,
  rough: true,
  async strike(scene) {
    const { pooler } = scene.site
    pooler.signal('SIGSTOP')
    await pause(6000)
    pooler.signal('SIGCONT')
    return livesOn(scene, performance.now())
  },
}

const databaseBehindPooler: Fault<PooledSite> = {
  name: 'pooler-database',
  title: 'SIGKILL of the database behind the pooler, back after 2 s',
  aimed: true,
  times: 2,
  quick: 0,
  async strike(scene) {
    const { database } = scene.site
    const since = performance.now()
    await database.kill()
    await pause(2000)
    await database.start()
    return livesOn(scene, since)
  },
}

const webBehindPooler: Fault<PooledSite> = {
  ...killWeb,
  name: 'pooler-web',
  title: 'SIGKILL of a web process behind the pooler',
  times: 2,
}

export const pooledFaults = [poolerKilled, poolerFrozen, databaseBehindPooler, webBehindPooler]
