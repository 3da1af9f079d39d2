/** Faults of one process with the shipped database. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { aimedKinds } from '../books.ts'
import { assertTellsSilence, type Fault, family, recovery, type Scene, signalAll } from '../scene.ts'
import type { EmbeddedSite } from '../site.ts'
import { pause, until } from '../wait.ts'

export const killServer: Fault<EmbeddedSite> = {
  name: 'kill-server',
  title: 'SIGKILL of the server',
  aimed: true,
  leavesHalves: true,
  times: aimedKinds.length,
  quick: 1,
  async strike(scene) {
    const { server } = scene.site
    const since = performance.now()
    await server.kill('SIGKILL')
    server.start()
    return startedAgain(scene, since)
  },
}

export const stopServer: Fault<EmbeddedSite> = {
  name: 'stop-server',
  title: 'SIGTERM of the server',
  times: 2,
  quick: 0,
  async strike(scene) {
    const { server } = scene.site
    const since = performance.now()
    const code = await server.kill('SIGTERM')
    if (code !== 0) scene.object(`SIGTERM ended with ${code}`)
    server.start()
    return startedAgain(scene, since)
  },
}

/** A failed start needs manual help at once: waiting does not help. */
async function startedAgain(scene: Scene<EmbeddedSite>, since: number): Promise<number | undefined> {
  const { server } = scene.site
  await until(async () => !server.alive || (await scene.site.ready()), { patienceMs: scene.patienceMs })
  if (!server.alive) {
    scene.object(`the next start ended: ${lastLine(server.said)}`)
    return undefined
  }
  return recovery(scene, since)
}

const lastLine = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter(line => /rror|cannot|not/.test(line))
    .at(-1)
    ?.slice(0, 200)

export const killDatabase: Fault<EmbeddedSite> = {
  name: 'kill-database',
  title: 'SIGKILL of the shipped database',
  aimed: true,
  times: aimedKinds.length,
  quick: 1,
  async strike(scene) {
    const { site } = scene
    const pid = site.postmaster()
    if (pid === undefined) throw new Error('the database is not running')
    const since = performance.now()
    process.kill(pid, 'SIGKILL')
    await until(() => !site.server.alive || site.postmaster() !== pid, { patienceMs: 2000 })
    const back = await recovery(scene, since)
    if (!site.server.alive) {
      scene.object('the server ended with its database')
      return undefined
    }
    return back
  },
}

export const freezeServer: Fault<EmbeddedSite> = {
  name: 'freeze-server',
  title: 'SIGSTOP of the server, 6 s',
  times: 1,
  quick: 0,
  rough: true,
  async strike(scene) {
    const { server } = scene.site
    server.signal('SIGSTOP')
    await pause(6000)
    server.signal('SIGCONT')
    return recovery(scene, performance.now())
  },
}

export const freezeDatabase: Fault<EmbeddedSite> = {
  name: 'freeze-database',
  title: 'SIGSTOP of the database, 9 s',
  times: 2,
  quick: 1,
  async strike(scene) {
    const pid = scene.site.postmaster()
    if (pid === undefined) throw new Error('the database is not running')
    const frozen = family(pid)
    signalAll(frozen, 'SIGSTOP')
    try {
      await pause(6500)
      await assertTellsSilence(scene)
      await pause(2500)
    } finally {
      signalAll(frozen, 'SIGCONT')
    }
    return recovery(scene, performance.now())
  },
}

export const unwritableFiles: Fault<EmbeddedSite> = {
  name: 'unwritable-files',
  title: 'folder of files gone, 4 s',
  leavesHalves: true,
  times: 2,
  quick: 0,
  async strike(scene) {
    const files = join(scene.site.dataDir, 'files')
    // Permissions do not restrict every user who may run this; a file in place of the folder does.
    renameSync(files, `${files}-away`)
    writeFileSync(files, '')
    try {
      await pause(4000)
    } finally {
      rmSync(files)
      renameSync(`${files}-away`, files)
    }
    return recovery(scene, performance.now())
  },
}

export const cutClients: Fault<EmbeddedSite> = {
  name: 'cut-clients',
  title: 'callers leave in the middle, 4 s',
  times: 2,
  quick: 1,
  rough: true,
  async strike(scene) {
    const { load, chance, site } = scene
    for (const end = performance.now() + 4000; performance.now() < end; await pause(40)) {
      load.leave(() => chance.next() < 0.3)
      if (chance.next() < 0.3) halfACall(site.addresses[0]!, chance.below(3))
    }
    return recovery(scene, performance.now())
  },
}

/** A call that is interrupted in its head, in its body, or just before its answer. */
function halfACall(address: string, where: number): void {
  const { hostname, port } = new URL(address)
  const body = '{"code":"X","device":"half"}'
  const head = `POST /api/trace/scan HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n`
  const socket = connect(Number(port), hostname, () => {
    if (where === 0) socket.write(head)
    else socket.write(`${head}content-length: ${body.length}\r\n\r\n${where === 1 ? body.slice(0, 9) : body}`)
    setTimeout(() => socket.resetAndDestroy(), 20)
  })
  socket.on('error', () => {})
}

export const embeddedFaults = [
  killServer,
  killDatabase,
  stopServer,
  freezeServer,
  freezeDatabase,
  unwritableFiles,
  cutClients,
]
