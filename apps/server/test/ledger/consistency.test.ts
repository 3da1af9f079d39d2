import { randomBytes } from 'node:crypto'
import { checkHistory, decodeBundle, fromBase64, openCheckpoint, tilePath } from '@timbermark/ledger'
import { beforeAll, describe, expect, it } from 'vitest'
import { slowProof } from '../../../../packages/ledger/test/reference.ts'
import { queueEntries } from '../../src/areas/ledger/log/queue.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { makeWorld, type World } from '../harness.ts'

let world: World
let verifierKey: string
const heads: string[] = []
const entries: Uint8Array[] = []

const get = (path: string) => world.app.inject({ method: 'GET', url: `/ledger/${path}` })
const proofOf = (payload: string) => (payload === '' ? [] : payload.trimEnd().split('\n'))

describe('the proof between two heads (RFC 9162)', () => {
  beforeAll(async () => {
    world = await makeWorld()
    const sequencer = makeSequencer(world.services)
    await sequencer.append()
    const { id } = await world.makeTenant('CONSISTENCY')
    for (const more of [1, 2, 253, 1, 340]) {
      const queued = Array.from({ length: more }, () => ({ subject: randomBytes(32), content: randomBytes(32) }))
      await world.services.database.withTenant(id, db => queueEntries(db, world.services.secrets, id, queued))
      await sequencer.append()
      heads.push((await get('checkpoint')).payload)
    }
    for (const [index, width] of [
      [0, 256],
      [1, 256],
      [2, 91],
    ] as const) {
      const bundle = (await get(tilePath({ level: 'entries', index, width }))).rawPayload
      entries.push(...decodeBundle(new Uint8Array(bundle), width))
    }
    verifierKey = (await get('key')).payload.trim()
  })

  it('proves to a reader that each head extends each earlier one', async () => {
    const sizes = await Promise.all(heads.map(async head => (await openCheckpoint(head, verifierKey)).checkpoint!.size))
    expect(sizes).toEqual([3, 6, 260, 262, 603])
    for (const [later, to] of sizes.entries())
      for (const [earlier, from] of sizes.slice(0, later).entries()) {
        const answer = await get(`consistency/${from}/${to}`)
        const proof = proofOf(answer.payload)
        const history = { seen: heads[earlier]!, current: heads[later]!, verifierKey }
        expect(await checkHistory({ ...history, proof }), `${from} to ${to}`).toBe('extends')
        // Guards against a check that accepts anything.
        expect(await checkHistory({ ...history, proof: proof.slice(1) })).toBe('unproven')
      }
  })

  it('equals the proof of the standard, also between sizes that had no head', async () => {
    for (const [from, to] of [
      [1, 2],
      [5, 300],
      [256, 512],
      [300, 301],
      [511, 597],
    ] as const) {
      const proof = proofOf((await get(`consistency/${from}/${to}`)).payload).map(fromBase64)
      expect(proof, `${from} to ${to}`).toEqual(slowProof(from, entries.slice(0, to)))
    }
  })

  it('may be cached forever', async () => {
    const answer = await get('consistency/3/597')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('is empty between a size and itself', async () => {
    const answer = await get('consistency/257/257')
    expect([answer.statusCode, answer.payload]).toEqual([200, ''])
  })

  it.each([
    '0/5',
    '5/4',
    '1/604',
    '604/604',
    '1/999999999999999',
    '01/5',
    '1/05',
    '-1/5',
    '1.5/5',
    'a/b',
    '1',
    '1/',
    '9999999999999999/9999999999999999',
    '1/2/3',
  ])('is not there for %s', async path => {
    const answer = await get(`consistency/${path}`)
    expect([answer.statusCode, answer.payload]).toEqual([404, 'Not found\n'])
    expect(answer.headers['cache-control']).toBe('no-cache')
  })
})
