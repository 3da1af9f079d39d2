import { beforeAll, describe, expect, test } from 'vitest'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { pdf, png } from '../samples.ts'

let world: World
let operator: Caller
let enterprise: Caller

beforeAll(async () => {
  world = await makeWorld()
  operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  enterprise = await world.signIn(await world.makeTenant('READER'), ['enterpriseAdmin'])
})

const upload = async (content = png, name = 'banner.png'): Promise<string> =>
  (await operator.upload<{ id: string }>('/common/upload', { name, content })).data.id
const body = async (more: Record<string, unknown> = {}) => ({
  group: 'appHome',
  sequence: 1,
  duration: 5,
  image: [await upload()],
  ...more,
})
const banner = async (more: Record<string, unknown> = {}) =>
  operator.post<{ id: number }>('/site/banner', await body(more))
const issues = (answer: Answered): string[] =>
  ((answer.data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    issue => `${issue.field} ${issue.error}`,
  )
interface PublicBanners {
  banners: { id: number; group: string; sequence: number; duration: number; image: { url: string } }[]
  servicePhone: string | null
}
const loadBanners = async (group: string) =>
  (await world.anonymous.get<PublicBanners>(`/site/public/banners?group=${group}`)).data

describe('what may be entered', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['VAL-26 an image', { image: [] }, 'image required'],
    ['VAL-27 a duration above 0', { duration: 0 }, 'duration tooSmall'],
    ['VAL-27 no negative duration', { duration: -1 }, 'duration tooSmall'],
    ['VAL-27 a whole duration', { duration: 1.5 }, 'duration notInteger'],
    ['VAL-43 a sequence', { sequence: null }, 'sequence required'],
    ['a link to a site that everybody reaches', { link: 'http://169.254.169.254/meta' }, 'link privateAddress'],
    ['a link that is a web address', { link: 'javascript:alert(1)' }, 'link notUrl'],
    [
      'an end after the start',
      { showFrom: '2026-05-02T00:00:00Z', showUntil: '2026-05-01T00:00:00Z' },
      'showUntil site.endsBeforeStart',
    ],
    ['a moment that the calendar has', { showFrom: '2026-02-30T00:00:00Z' }, 'showFrom notDate'],
    ['an end of the duration', { duration: 3601 }, 'duration tooLarge'],
    ['ENT-34 one of the three groups', { group: 'sidebar' }, 'group notOneOf'],
  ])('%s is insisted on', async (_title, wrong, expected) => {
    expect(issues(await banner(wrong))).toEqual([expected])
  })

  test('VAL-27: a duration of 1 second is accepted; a pdf is not an image', async () => {
    expect((await banner({ duration: 1, group: 'newsHome', status: '1' })).code).toBe(200)
    expect(issues(await banner({ image: [await upload(pdf, 'banner.png')] }))).toEqual(['image fileType'])
  })
})

test('SCR-25, ENT-33, NWS-03, NWS-04, AMB-29: each home page shows its own banners, in their order; a disabled one is not shown', async () => {
  const { data: late } = await banner({ sequence: 20, duration: 3 })
  const { data: early } = await banner({ sequence: 10 })
  const { data: trade } = await banner({ group: 'tradeHome' })
  const { data: off } = await banner({ sequence: 5, status: '1' })
  expect((await loadBanners('appHome')).banners.map(item => item.id)).toEqual([early.id, late.id])
  expect((await loadBanners('tradeHome')).banners.map(item => item.id)).toEqual([trade.id])
  await operator.put('/site/banner', { id: late.id, sequence: 1 })
  await operator.put('/site/banner/changeStatus', { id: off.id, status: '0' })
  const { banners } = await loadBanners('appHome')
  expect(banners.map(item => item.id)).toEqual([late.id, off.id, early.id])
  expect(banners[0]).toMatchObject({ sequence: 1, duration: 3 })
  const picture = await world.anonymous.get(banners[0]!.image.url)
  expect(picture.headers['content-type']).toBe('image/webp')
  expect((await operator.get('/site/banner/list?group=appHome')).rows.map(row => row.id)).toEqual([
    late.id,
    off.id,
    early.id,
  ])
  await operator.delete(`/site/banner/${late.id}`)
  expect((await loadBanners('appHome')).banners.map(item => item.id)).toEqual([off.id, early.id])
  expect((await world.anonymous.get(banners[0]!.image.url)).code).toBe(404)
})

test('a banner is shown within its time, with its link', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const group = 'newsHome'
  const { data: now } = await banner({ group, showFrom: at(-1), showUntil: at(1), link: 'https://example.org/fair' })
  const { data: later } = await banner({ group, showFrom: at(1) })
  const { data: over } = await banner({ group, showUntil: at(-1) })
  const ids = async () => (await loadBanners(group)).banners.map(item => item.id)
  expect(await ids()).toContain(now.id)
  for (const hidden of [later, over]) expect(await ids()).not.toContain(hidden.id)
  expect((await loadBanners(group)).banners.find(item => item.id === now.id)).toMatchObject({
    link: 'https://example.org/fair',
  })
  // An end before the stored start is refused too.
  expect(issues(await operator.put('/site/banner', { id: later.id, showUntil: at(-2) }))).toEqual([
    'showUntil site.endsBeforeStart',
  ])
  await operator.put('/site/banner', { id: over.id, showUntil: null })
  expect(await ids()).toContain(over.id)
})

test('SCR-25, VAL-28, NWS-05, ENT-35: the customer service number is validated, stored, and shown with the banners', async () => {
  expect((await operator.get('/site/service')).data).toMatchObject({ phone: null })
  for (const wrong of ['abc', '', null, '12345', '1'.repeat(21)])
    expect((await operator.put('/site/service', { phone: wrong })).code, String(wrong)).toBe(500)
  expect((await operator.put('/site/service', { phone: '+86 571 1234 5678' })).code).toBe(200)
  expect((await operator.put('/site/service', { phone: '400-000-0000' })).code).toBe(200)
  expect((await operator.get('/site/service')).data).toMatchObject({ phone: '400-000-0000' })
  expect((await loadBanners('newsHome')).servicePhone).toBe('400-000-0000')
})

test('only the platform operator changes banners and the number', async () => {
  const { data } = await banner()
  expect(await enterprise.get('/site/banner/list')).toMatchObject({ code: 403 })
  expect(
    await enterprise.post('/site/banner', { group: 'appHome', sequence: 1, duration: 5, image: [] }),
  ).toMatchObject({ code: 403 })
  expect(await enterprise.delete(`/site/banner/${data.id}`)).toMatchObject({ code: 403 })
  expect(await enterprise.put('/site/service', { phone: '400-111-1111' })).toMatchObject({ code: 403 })
})
