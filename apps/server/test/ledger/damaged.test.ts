import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { LedgerView } from '../../src/areas/ledger/log/proofs.ts'
import { queueEntries } from '../../src/areas/ledger/log/queue.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { TilesDamaged } from '../../src/areas/ledger/log/damage.ts'
import { TileTrees } from '../../src/areas/ledger/log/tile-trees.ts'
import { newestHead, readTiles } from '../../src/areas/ledger/log/store.ts'
import { makeWorld, type World } from '../harness.ts'

/** Stored tiles and entries are checked against the signed head before they are used, cached or served. */
let world: World
const get = (path: string) => world.app.inject({ method: 'GET', url: `/ledger/${path}` })
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Flips a bit of a stored tile; a second call flips it back. */
const flip = (level: number, index: number) =>
  world.admin.query(
    'update ledger_tile set hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) where level = $1 and index = $2',
    [level, index],
  )

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('DAMAGED')
  const { database, secrets } = world.services
  await database.withTenant(tenant.id, db =>
    queueEntries(
      db,
      secrets,
      tenant.id,
      Array.from({ length: 700 }, (_, n) => ({ subject: digest(`s${n}`), content: digest(`c${n}`) })),
    ),
  )
  const sequencer = makeSequencer(world.services)
  while ((await sequencer.append()) > 0);
  await world.admin.query('set session_replication_role = replica')
})

describe('a tile that differs from the signed one', () => {
  it('is not served, and is not cached anywhere once it is restored', async () => {
    for (const [level, index, path] of [
      [0, 1, 'tile/0/001'],
      [0, 2, 'tile/0/002.p/188'],
      [1, 0, 'tile/1/000.p/2'],
    ] as const) {
      await flip(level, index)
      expect((await get(path)).statusCode, path).toBe(503)
      await flip(level, index)
      expect((await get(path)).statusCode, path).toBe(200)
    }
    expect(await world.services.alarms.all()).toMatchObject([{ key: 'ledgerFaults' }])
    world.services.alarms.clear('ledgerFaults')
  })

  it('is not served instead of the tile that was checked before', async () => {
    const good = (await get('tile/0/000')).rawPayload
    await flip(0, 0)
    expect((await get('tile/0/000')).rawPayload.equals(good)).toBe(true)
    await flip(0, 0)
  })

  it('produces no proof', async () => {
    const { database } = world.services
    const prove = () =>
      database.withoutTenant(async db => {
        const head = await newestHead(db)
        const read = new TileTrees().reader(head!.size, tiles => readTiles(db, tiles), head!.root)
        return read([{ level: 0, index: 300 }])
      })
    await flip(0, 1)
    await expect(prove()).rejects.toThrow(TilesDamaged)
    await flip(0, 1)
    expect(await prove()).toHaveLength(1)
    expect((await database.withoutTenant(db => LedgerView.open(db))).head!.size).toBe(702)
  })
})

it('an entry that differs from its hash is not served', async () => {
  await world.admin.query(`update ledger_entry set text = replace(text, '"seq":1', '"seq":2') where index = 300`)
  expect((await get('tile/entries/001')).statusCode).toBe(503)
  await world.admin.query(`update ledger_entry set text = replace(text, '"seq":2', '"seq":1') where index = 300`)
  expect((await get('tile/entries/001')).statusCode).toBe(200)
})
