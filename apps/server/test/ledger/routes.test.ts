import {
  decodeBundle,
  openCheckpoint,
  parseVerifierKey,
  tilePath,
  tileReader,
  readRoot,
  toHex,
} from '@timbermark/ledger'
import { encodeEntry } from '@timbermark/ledger/sealed'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { makeWorld, type World } from '../harness.ts'
import { contentNamed, bytesNamed, namesOf, queueNamed } from './entries.ts'

let world: World

const get = (path: string) => world.app.inject({ method: 'GET', url: `/ledger/${path}` })

describe('the ledger for monitors (C2SP tlog-tiles)', () => {
  beforeAll(async () => {
    world = await makeWorld({ environment: { PUBLIC_URL: 'https://Trace.Example:8443/' } })
    expect((await get('checkpoint')).statusCode).toBe(404)
    const tenant = await world.makeTenant('MONITOR')
    await queueNamed(world.services, tenant.id, namesOf(600, 't'))
    const sequencer = makeSequencer(world.services)
    while ((await sequencer.append()) > 0);
  })

  it('serves a checkpoint that its key verifies, without caching', async () => {
    const checkpoint = await get('checkpoint')
    const key = await get('key')
    expect(parseVerifierKey(key.payload.trim()).name).toBe('trace.example:8443/ledger')
    expect(checkpoint.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
    })
    const opened = await openCheckpoint(checkpoint.payload, key.payload.trim())
    expect(opened).toMatchObject({ step: { outcome: 'pass' }, checkpoint: { size: 602 } })
  })

  it('serves tiles from which anyone computes the signed root', async () => {
    const { checkpoint } = await openCheckpoint((await get('checkpoint')).payload, (await get('key')).payload.trim())
    const read = tileReader(602, tiles =>
      Promise.all(tiles.map(async tile => new Uint8Array((await get(tilePath(tile))).rawPayload))),
    )
    expect(toHex(await readRoot(602, read))).toBe(toHex(checkpoint!.root))
  })

  it('lets full tiles be cached forever, and serves partial ones of every width the tile has had', async () => {
    expect((await get('tile/0/001')).headers['cache-control']).toContain('immutable')
    expect((await get('tile/0/000')).rawPayload).toHaveLength(256 * 32)
    const partial = await get('tile/0/002.p/88')
    expect(partial.headers['cache-control']).not.toContain('immutable')
    expect(partial.rawPayload).toHaveLength(88 * 32)
    expect((await get('tile/0/002.p/5')).rawPayload.equals(partial.rawPayload.subarray(0, 160))).toBe(true)
    expect((await get('tile/1/000.p/2')).rawPayload).toHaveLength(64)
  })

  it('serves entry bundles with the entries as they were hashed', async () => {
    const entries = decodeBundle(new Uint8Array((await get('tile/entries/002.p/88')).rawPayload), 88)
    // The first one is the statement of the index below the first group; the order within the second one is random.
    const [, ...group] = entries.map(entry => Buffer.from(entry).toString())
    const expected = namesOf(600, 't')
      .slice(512)
      .map(name => encodeEntry({ subject: bytesNamed(name), seq: 1, previous: null, content: contentNamed(name) }))
    expect(new Set(group).size).toBe(87)
    expect(group.filter(entry => !expected.includes(entry))).toEqual([])
    expect(decodeBundle(new Uint8Array((await get('tile/entries/000')).rawPayload), 256)).toHaveLength(256)
  })

  it.each([
    'tile/0/002',
    'tile/0/002.p/91',
    'tile/0/003.p/1',
    'tile/0/2',
    'tile/0/x000/001',
    'tile/63/000',
    'tile/64/000',
    'tile/entries/002',
    'tile/entries/x999/x999/x999/x999/x999/999',
    'tile/0/..%2f000',
    'tile/-1/000',
    'tile/',
  ])('says 404 to %s, without a stack or a database error', async path => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.payload).toBe('Not found\n')
  })
})
