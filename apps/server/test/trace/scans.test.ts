import type { ScanAnswer } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, it } from 'vitest'
import { Batcher } from '../../src/platform/concurrency/batcher.ts'
import { Visits } from '../../src/areas/trace/visits/visits.ts'
import type { Visit } from '../../src/areas/trace/visits/visit-counter.ts'
import { makeScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await makeScene('SCANS')
})

const scan = (code: string, more: Record<string, unknown> = {}) =>
  scene.world.anonymous.post<ScanAnswer>('/trace/scan', { code, ...more })
const stat = async (serial: number) =>
  (await scene.world.admin.query('select scans, first_scan_at from code_stat where serial = $1', [serial])).rows[0]
const logged = async (serial: number) =>
  (
    await scene.world.admin.query(
      'select count(*)::int as n, min(scanned_at) as first from scan_log where serial = $1',
      [serial],
    )
  ).rows[0]
const visit = (serial: number, more: Partial<Visit> = {}): Visit => ({
  tenantId: scene.tenant.id,
  requestNumber: 4_000_000,
  serial,
  productId: 1,
  longitude: null,
  latitude: null,
  country: null,
  province: null,
  city: null,
  district: null,
  ip: null,
  device: null,
  mark: null,
  ...more,
})

describe('scans', () => {
  it('500 at once on one code: counted exactly, the smallest time, exactly one first (I10)', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => scan(scene.goods.codes[0]!)))
    expect(answers.map(answer => answer.data.scans).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 500 }, (_, n) => n + 1),
    )
    expect(answers.filter(answer => answer.data.first)).toHaveLength(1)
    expect(answers.find(answer => answer.data.first)!.data.scans).toBe(1)
    const { n, first } = await logged(0)
    expect(n).toBe(500)
    expect(await stat(0)).toEqual({ scans: 500, first_scan_at: first })
    expect(new Set(answers.map(answer => answer.data.firstScanAt))).toEqual(new Set([first.toISOString()]))
  })

  it('many codes in one group are counted separately, together with the sums of the day', async () => {
    const codes = scene.goods.codes.slice(1, 6)
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => scan(codes[n % codes.length]!)))
    expect(answers.filter(answer => answer.data.first)).toHaveLength(codes.length)
    for (let serial = 1; serial < 6; serial++) expect((await stat(serial)).scans).toBe(20)
    const { rows } = await scene.world.admin.query('select sum(scans)::int as n from scan_day')
    expect(rows[0].n).toBe((await scene.world.admin.query('select count(*)::int as n from scan_log')).rows[0].n)
  })

  it('COD-05: a second scan counts two and leaves the first time unchanged', async () => {
    const one = await scan(scene.goods.codes[7]!)
    const two = await scan(scene.goods.codes[7]!)
    expect(one.data).toMatchObject({ scans: 1, first: true })
    expect(two.data).toEqual({ scans: 2, first: false, firstScanAt: one.data.firstScanAt })
  })

  it('TRC-08: the shared position becomes province, city and district, in the log and in the sums', async () => {
    await scan(scene.goods.codes[8]!, { longitude: 113.3245, latitude: 23.1064, device: 'phone\u0000木' })
    const { rows } = await scene.world.admin.query(
      'select longitude, latitude, country, province, city, district, device, product_id, ip from scan_log order by id desc limit 1',
    )
    expect(rows[0]).toMatchObject({
      longitude: '113.324500',
      latitude: '23.106400',
      country: 'CN',
      province: '广东省',
      city: '广州市',
      district: '海珠区',
      device: 'phone??',
      ip: '127.0.0.1',
    })
    const product = (await scene.world.admin.query('select product_id from batch where id = $1', [scene.goods.batchId]))
      .rows[0].product_id
    expect(rows[0].product_id).toBe(product)
    expect((await scene.world.admin.query("select scans from scan_day where city = '广州市'")).rows).toEqual([
      { scans: 1 },
    ])
  })

  it('several processes count together without losing or duplicating a scan', async () => {
    const writers = Array.from({ length: 3 }, () => new Visits(scene.world.services.database, scene.world.services.log))
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) => writers[n % 3]!.scan(visit(n % 7, { city: `c${n % 3}` }))),
    )
    expect(answers.filter(answer => answer.first)).toHaveLength(7)
    for (let serial = 0; serial < 7; serial++) {
      const scansOfCode = answers.filter((_, n) => n % 7 === serial).map(answer => answer.scans)
      expect(scansOfCode.sort((a, b) => a - b)).toEqual(Array.from({ length: scansOfCode.length }, (_, n) => n + 1))
    }
  })

  it('a scan that was answered with an error is not counted later', async () => {
    const { world } = scene
    await world.admin.query(
      "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$; create trigger refuse before insert on scan_log for each row execute function refuse()",
    )
    const answer = await scan(scene.goods.codes[9]!)
    expect(answer.status).toBe(500)
    expect(answer.raw.toString()).not.toContain('disk')
    await world.admin.query('drop trigger refuse on scan_log; drop function refuse')
    expect(await scan(scene.goods.codes[9]!)).toMatchObject({ data: { scans: 1, first: true } })
  })

  it('creates the partitions of a new month by itself', async () => {
    const { rows } = await scene.world.admin.query(
      "select format('drop table %I', c.relname) as drop from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent in ('scan_log'::regclass, 'check_log'::regclass)",
    )
    expect(rows.length).toBeGreaterThanOrEqual(4)
    for (const { drop } of rows) await scene.world.admin.query(drop)
    expect(await scan(scene.goods.codes[10]!)).toMatchObject({ code: 200, data: { scans: 1 } })
    await Promise.all([1, 2, 3].map(() => new Visits(scene.world.services.database, scene.world.services.log).upkeep()))
  })

  it('a foreign address in front of a proxy is limited, wide enough for a carrier’s phones', async () => {
    const from = async (remoteAddress: string) =>
      (
        await scene.world.app.inject({
          method: 'POST',
          url: '/api/trace/scan',
          remoteAddress,
          payload: { code: scene.goods.codes[11] },
        })
      ).json<{ error?: string }>()
    const answers = await Promise.all(Array.from({ length: 230 }, () => from('198.51.100.7')))
    expect(answers.filter(answer => answer.error === 'tooMany').length).toBeGreaterThan(20)
    expect(answers.filter(answer => !answer.error).length).toBeGreaterThanOrEqual(200)
    expect((await from('198.51.100.8')).error).toBeUndefined()
  })
})

describe('groups', () => {
  const options = { largest: 10, waiting: 25, maxWaitMs: 1000 }

  it('scans that arrive during a write go into the next group', async () => {
    const groups: number[][] = []
    const begun = Promise.withResolvers<void>()
    const hold = Promise.withResolvers<void>()
    const writer = new Batcher<number, number>(async items => {
      groups.push([...items])
      begun.resolve()
      await hold.promise
      return items.map(item => item * 2)
    }, options)
    const first = [writer.add(1), writer.add(2)]
    await begun.promise
    const rest = Array.from({ length: 12 }, (_, n) => writer.add(10 + n))
    hold.resolve()
    expect(await Promise.all([...first, ...rest])).toEqual([
      2,
      4,
      ...Array.from({ length: 12 }, (_, n) => (10 + n) * 2),
    ])
    expect(groups.map(group => group.length)).toEqual([2, 10, 2])
  })

  it('a full queue refuses, and accepts again when it is empty', async () => {
    const writer = new Batcher<number, number>(async items => items, options)
    const answers = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => writer.add(n)))
    expect(
      answers
        .filter(answer => answer.status === 'rejected')
        .map(answer => (answer as PromiseRejectedResult).reason.key),
    ).toEqual(Array.from({ length: 15 }, () => 'tooMany'))
    expect(await writer.add(7)).toBe(7)
  })

  it('a scan that waits too long is refused and not counted', async () => {
    const written: number[] = []
    const begun = Promise.withResolvers<void>()
    const hold = Promise.withResolvers<void>()
    const writer = new Batcher<number, number>(
      async items => {
        begun.resolve()
        await hold.promise
        written.push(...items)
        return items
      },
      { ...options, maxWaitMs: 60 },
    )
    const first = writer.add(1)
    await begun.promise
    const second = writer.add(2)
    await Promise.all([first, second].map(one => expect(one).rejects.toMatchObject({ code: '57P03' })))
    hold.resolve()
    await writer.settled()
    expect(written).toEqual([1])
  })
})
