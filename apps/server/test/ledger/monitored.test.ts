import { randomBytes } from 'node:crypto'
import { followLog, LogHistory } from '@timbermark/ledger/monitor'
import { beforeAll, describe, expect, it } from 'vitest'
import { queueEntries } from '../../src/areas/ledger/log/queue.ts'
import { declareBreak } from '../../src/areas/ledger/recovery/recover.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { publicFiles } from '../../src/monitor-log/public-files.ts'
import { hashing } from '../../src/monitor-log/watch-folder.ts'
import { makeWorld, type World } from '../harness.ts'

let world: World
let files: ReturnType<typeof publicFiles>
let tenantId: number
const subjects = Array.from({ length: 70 }, () => randomBytes(32))

/** Enters contents of the subjects in turn, as reports do. */
async function report(count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, n) => ({
    subject: subjects[n % subjects.length]!,
    content: randomBytes(32),
  }))
  const { database, secrets } = world.services
  await database.withTenant(tenantId, db => queueEntries(db, secrets, tenantId, entries))
  await makeSequencer(world.services).append()
}

describe('the log of a running server, followed by a monitor', () => {
  beforeAll(async () => {
    world = await makeWorld()
    tenantId = (await world.makeTenant('WATCHED')).id
    await makeSequencer(world.services).append()
    files = publicFiles(`${await world.app.listen({ port: 0 })}/ledger`, AbortSignal.timeout(100_000))
  })

  let history = new LogHistory(hashing)
  let head: string | null = null

  it('has no findings at any head, whatever the sizes', async () => {
    for (const more of [0, 1, 299, 1, 500]) {
      if (more > 0) await report(more)
      const known = { keys: [await files.key()], head, history }
      const followed = await followLog({ files, known, hashing })
      expect(followed.findings).toEqual([])
      history = followed.history
      head = followed.head!.note
    }
    expect([history.size, history.subjects]).toEqual([806, 70])
  })

  it('is followed over a break that the server declares, once its new key is trusted', async () => {
    const first = await files.key()
    await world.admin.query(
      `insert into ledger_behind (epoch, size, root, known_from) values (1, 900, $1, 'somebody')`,
      [randomBytes(32)],
    )
    await declareBreak(world.services, 'a disk was lost')
    await report(3)
    const look = (keys: string[]) => followLog({ files, known: { keys, head, history }, hashing })
    expect((await look([first])).findings).toMatchObject([{ word: 'break' }])
    const followed = await look([first, await files.key()])
    expect(followed.findings).toEqual([])
    expect(followed.history.size).toBe(812)
    expect(followed.history.breaks).toMatchObject([{ index: 806, reason: 'a disk was lost' }])
  })
})
