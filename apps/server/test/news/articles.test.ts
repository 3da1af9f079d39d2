import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { articleStates, nextState } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { publishDue } from '../../src/areas/news/planned.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'

let world: World
let operator: Caller
let enterprise: Caller
let tenant: { id: number; deptId: number }
let categoryId: number

beforeAll(async () => {
  world = await makeWorld()
  operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  tenant = await world.makeTenant('READER')
  enterprise = await world.signIn(tenant, ['enterpriseAdmin'])
  categoryId = (await operator.post<{ id: number }>('/news/category', { name: 'Prices', orderNum: 1, status: '0' }))
    .data.id
})

const upload = async (caller = operator): Promise<string> =>
  (await caller.upload<{ id: string }>('/common/upload', { name: 'cover.png', content: png })).data.id
const body = async (more: Record<string, unknown> = {}) => ({
  title: 'Okoumé at Owendo',
  categoryId,
  type: 'original',
  cover: [await upload()],
  content: '<p>Stable</p>',
  ...more,
})
const post = async (more: Record<string, unknown> = {}) =>
  operator.post<{ id: number; status: string }>('/news/article', await body(more))
const issues = (answer: Answered): string[] =>
  ((answer.data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    issue => `${issue.field} ${issue.error}`,
  )
const withdraw = (id: number, reason = 'Prices were wrong') => operator.put(`/news/article/${id}/withdraw`, { reason })
const published = async (more: Record<string, unknown> = {}): Promise<number> =>
  (await post({ ...more, publish: true })).data.id

describe('what may be entered', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['VAL-36 a title', { title: '' }, 'title required'],
    ['VAL-36 a category', { categoryId: undefined }, 'categoryId required'],
    ['VAL-36 content', { content: '' }, 'content required'],
    ['VAL-36 content that says something', { content: '<p><br></p>' }, 'content required'],
    ['VAL-36 content beside the script', { content: '<script>alert(1)</script>' }, 'content required'],
    ['VAL-36 a publish type', { type: undefined }, 'type required'],
    ['VAL-36 a cover', { cover: [] }, 'cover required'],
    ['ENT-42 original or repost', { type: 'advert' }, 'type notOneOf'],
    ['VAL-37 where a repost comes from', { type: 'repost' }, 'repostUrl required'],
    ['VAL-37 a web address', { type: 'repost', repostUrl: 'javascript:alert(1)' }, 'repostUrl notUrl'],
    ['VAL-38 clicks that are a number', { clicks: 'abc' }, 'clicks notNumber'],
    ['A89 no negative clicks', { clicks: -1 }, 'clicks tooSmall'],
    ['A89 clicks within reason', { clicks: 1e18 }, 'clicks notInteger'],
    ['A89 whole clicks', { clicks: '1.5' }, 'clicks notInteger'],
    ['a category that is there', { categoryId: 999_999_999 }, 'categoryId referenceMissing'],
    [
      'A87 a site that everybody reaches',
      { type: 'repost', repostUrl: 'http://127.0.0.1/x' },
      'repostUrl privateAddress',
    ],
  ])('%s is insisted on', async (_title, wrong, expected) => {
    const answer = await post(wrong)
    expect(answer.code).toBe(500)
    expect(issues(answer)).toEqual([expected])
  })

  test('ENT-41, NWS-01: an original without an address, a repost with one; the publisher is filled in', async () => {
    const { data } = await post({ clicks: 10 })
    expect((await operator.get(`/news/article/${data.id}`)).data).toMatchObject({
      title: 'Okoumé at Owendo',
      categoryName: 'Prices',
      type: 'original',
      repostUrl: null,
      clicks: 10,
      publisher: 'Demo',
      status: 'draft',
      content: '<p>Stable</p>',
      publishTime: null,
    })
    const repost = await post({ type: 'repost', repostUrl: 'https://example.org/a?b=c', publisher: 'Demo press' })
    expect((await operator.get(`/news/article/${repost.data.id}`)).data).toMatchObject({
      type: 'repost',
      repostUrl: 'https://example.org/a?b=c',
      publisher: 'Demo press',
    })
    expect(issues(await operator.put('/news/article', { id: repost.data.id, repostUrl: null }))).toEqual([
      'repostUrl required',
    ])
    expect((await operator.put('/news/article', { id: repost.data.id, type: 'original' })).code).toBe(200)
    expect((await operator.get(`/news/article/${repost.data.id}`)).data.repostUrl).toBeNull()
    expect(issues(await operator.put('/news/article', { id: data.id, type: 'repost' }))).toEqual(['repostUrl required'])
  })
})

describe('every step from every state', () => {
  const arrive = async (state: string): Promise<number> => {
    const { data } = await post({ publish: state !== 'draft' })
    if (state === 'withdrawn') await withdraw(data.id)
    return data.id
  }
  const statusOf = async (id: number) =>
    (await world.admin.query('select status from article where id = $1', [id])).rows[0]?.status

  test.each(
    articleStates.values.flatMap(state =>
      (['publish', 'withdraw'] as const).map(verb => [state, verb, nextState(articleStates, verb, state)] as const),
    ),
  )('%s, %s: %s', async (state, verb, expected) => {
    const id = await arrive(state)
    expect(await statusOf(id)).toBe(state)
    const { data: row } = await operator.get<{ can: string[] }>(`/news/article/${id}`)
    const answer = verb === 'withdraw' ? await withdraw(id) : await operator.put(`/news/article/${id}/${verb}`)
    expect(answer.code).toBe(expected ? 200 : 500)
    if (!expected) expect(answer.error).toBe('stateRefused')
    expect(await statusOf(id)).toBe(expected ?? state)
    expect(row.can.includes(verb)).toBe(expected !== undefined)
  })

  test.each(articleStates.values)(
    'one that is %s may be edited; it may be removed only while it is not public',
    async state => {
      const id = await arrive(state)
      expect((await operator.put('/news/article', { id, title: 'Corrected' })).code).toBe(200)
      expect(await statusOf(id)).toBe(state)
      expect((await operator.delete(`/news/article/${id}`)).code).toBe(state === 'published' ? 500 : 200)
    },
  )
})

describe('what readers get', () => {
  test('SCR-31: published articles, newest first, by category; only the operator sees drafts and withdrawn ones', async () => {
    const other = (await operator.post<{ id: number }>('/news/category', { name: 'Rules', orderNum: 2, status: '0' }))
      .data.id
    const older = await published({ categoryId: other, title: 'Older' })
    const newer = await published({ categoryId: other, title: 'Newer' })
    const draft = (await post({ categoryId: other, title: 'CANARY-DRAFT', content: '<p>CANARY-TEXT</p>' })).data.id
    const gone = await published({ categoryId: other, title: 'CANARY-WITHDRAWN' })
    await withdraw(gone)
    const list = await world.anonymous.get(`/news/public/list?categoryId=${other}`)
    expect(list.rows.map(row => row.id)).toEqual([newer, older])
    expect(list.total).toBe(2)
    expect(list.rows[0]).toMatchObject({
      title: 'Newer',
      categoryName: 'Rules',
      type: 'original',
      clicks: 0,
      publisher: 'Demo',
      cover: { type: 'image/png' },
    })
    expect(list.rows[0]).not.toHaveProperty('content')
    expect(
      (await world.anonymous.get<{ name: string }[]>('/news/public/categories')).data.map(item => item.name),
    ).toEqual(['Prices', 'Rules'])
    for (const reader of [world.anonymous, enterprise]) {
      for (const id of [draft, gone]) {
        expect((await reader.get(`/news/public/${id}`)).error).toBe('notFound')
        expect((await reader.get(`/news/article/${id}`)).code).not.toBe(200)
      }
      for (const path of ['/news/public/list?limit=100', '/news/article/list?limit=100', '/news/article/export'])
        expect((await reader.get(path)).raw.includes('CANARY')).toBe(false)
    }
    expect((await enterprise.get(`/news/article/${newer}`)).data.title).toBe('Newer')
    const { database } = world.services
    const hidden = sql`select 1 from article where id in (${draft}, ${gone})`
    expect(await database.withoutTenant(db => db.query(hidden))).toEqual([])
    expect(await database.withTenant(tenant.id, db => db.query(hidden))).toEqual([])
  })

  test('a click is counted when somebody reads, also concurrently, and not while the article is not public', async () => {
    const id = await published({ clicks: 10 })
    const read = async (network: number) =>
      (
        await world.app.inject({ method: 'GET', url: `/api/news/public/${id}`, remoteAddress: `192.0.2.${network}` })
      ).json().data
    await Promise.all(Array.from({ length: 12 }, (_, n) => read(n)))
    expect((await operator.get(`/news/article/${id}`)).data.clicks).toBe(22)
    expect((await read(40)).clicks).toBe(23)
    await withdraw(id)
    await read(41)
    expect((await operator.get(`/news/article/${id}`)).data.clicks).toBe(23)
  })

  test('A89: a reload counts nothing, on whatever day; other browsers of one network are a few readers at most', async () => {
    const id = await published({ clicks: 0 })
    const read = async (browser: string, network = '192.0.2.99') =>
      (
        await world.app.inject({
          method: 'GET',
          url: `/api/news/public/${id}`,
          remoteAddress: network,
          headers: { 'user-agent': browser },
        })
      ).json().data.clicks
    expect(await read('first')).toBe(1)
    for (let n = 0; n < 10; n++) expect(await read('first')).toBe(1)
    expect(await read('second')).toBe(2)
    for (let n = 0; n < 30; n++) await read(`invented ${n}`)
    expect((await operator.get(`/news/article/${id}`)).data.clicks).toBe(5)
    // Many requests of one reader at once are one reader.
    await Promise.all(Array.from({ length: 10 }, () => read('same', '198.51.100.7')))
    expect((await operator.get(`/news/article/${id}`)).data.clicks).toBe(6)
    const { rows } = await world.admin.query('select reader from article_reader where article_id = $1', [id])
    expect(rows).toHaveLength(6)
    expect(rows.map(row => row.reader.toString()).join()).not.toContain('192.0.2')
  })

  test('A11: a script is not stored, and one that got into the database another way is not answered', async () => {
    const id = await published({ content: '<p>ok</p><script>steal()</script><img src=x onerror=steal()>' })
    expect((await world.admin.query('select content from article where id = $1', [id])).rows[0].content).toBe(
      '<p>ok</p>',
    )
    await world.admin.query(
      `update article set content = '<p>ok</p><script>steal()</script><a href="javascript:steal()">x</a>' where id = $1`,
      [id],
    )
    for (const answer of [await world.anonymous.get(`/news/public/${id}`), await operator.get(`/news/article/${id}`)]) {
      expect(answer.data.content).toContain('<p>ok</p>')
      expect(answer.data.content).not.toContain('steal')
    }
    await operator.put('/news/article', { id, content: '<p onclick="steal()">new</p>' })
    expect((await world.admin.query('select content from article where id = $1', [id])).rows[0].content).toBe(
      '<p>new</p>',
    )
  })

  test('SCR-33, SCR-34: what the preview shows before publishing is what readers get after it', async () => {
    const { data } = await post({ content: '<h2>Prices</h2><p style="position:fixed" onclick="x()">Stable</p>' })
    const preview = (await operator.get(`/news/article/${data.id}`)).data
    expect(preview.content).toBe('<h2>Prices</h2><p>Stable</p>')
    expect((await world.anonymous.get(`/news/public/${data.id}`)).code).toBe(404)
    expect((await operator.put(`/news/article/${data.id}/publish`)).data).toEqual({
      id: data.id,
      status: 'published',
    })
    const read = (await world.anonymous.get(`/news/public/${data.id}`)).data
    for (const field of ['title', 'content', 'categoryName', 'publisher']) expect(read[field]).toBe(preview[field])
  })

  test('NWS-02: pictures in the text are the operator’s own uploads and public until the article is removed', async () => {
    const picture = await upload()
    expect((await world.anonymous.get(`/file/${picture}`)).code).toBe(404)
    const id = await published({ content: `<p><img src="/api/file/${picture}?until=9&amp;sign=x" alt="Yard"></p>` })
    const { data } = await world.anonymous.get(`/news/public/${id}`)
    expect(data.content).toBe(`<p><img alt="Yard" src="/api/file/${picture}" /></p>`)
    expect((await world.anonymous.get(`/file/${picture}`)).headers['content-type']).toBe('image/webp')
    const foreign = await upload(enterprise)
    expect((await post({ content: `<p><img src="/api/file/${foreign}"></p>` })).error).toBe('fileMissing')
    expect((await world.anonymous.get(`/file/${foreign}`)).code).toBe(404)
    await withdraw(id)
    await operator.delete(`/news/article/${id}`)
    expect((await world.anonymous.get(`/file/${picture}`)).code).toBe(404)
  })
})

describe('planned publication', () => {
  const inAMinute = () => new Date(Date.now() + 60_000).toISOString()
  const arrive = (id: number) =>
    world.admin.query(`update article set publish_at = now() - interval '1 minute' where id = $1`, [id])
  const seen = (id: number) => world.anonymous.get(`/news/public/${id}`)

  test('a draft is public from its planned time on, also before the task has run; the task then stores that', async () => {
    const { data } = await post({ title: 'Planned', publishAt: inAMinute() })
    expect((await seen(data.id)).error).toBe('notFound')
    expect((await operator.get(`/news/article/${data.id}`)).data).toMatchObject({ status: 'draft' })
    await arrive(data.id)
    expect((await seen(data.id)).data).toMatchObject({ title: 'Planned', publishTime: expect.any(String) })
    expect((await world.anonymous.get('/news/public/list?limit=100')).rows.map(row => row.id)).toContain(data.id)
    const before = (await operator.get(`/news/article/${data.id}`)).data
    expect(before).toMatchObject({ status: 'published', can: expect.arrayContaining(['withdraw']) })
    expect(await publishDue(world.services.database)).toMatchObject({ published: 1 })
    expect(await publishDue(world.services.database)).toMatchObject({ published: 0 })
    const after = (await operator.get(`/news/article/${data.id}`)).data
    expect(after).toMatchObject({ status: 'published', publishAt: null, publishTime: before.publishTime })
  })

  test('a due draft can be withdrawn and not removed, even though no task has run', async () => {
    const { data } = await post({ publishAt: inAMinute() })
    await arrive(data.id)
    expect((await operator.delete(`/news/article/${data.id}`)).error).toBe('stateRefused')
    expect((await withdraw(data.id)).data).toEqual({ id: data.id, status: 'withdrawn' })
    expect((await seen(data.id)).error).toBe('notFound')
  })

  test('a planned time is in the future, within a year, and for drafts only; removing it leaves a draft; publishing at once clears it', async () => {
    const wrong = async (publishAt: string) => issues(await post({ publishAt }))
    expect(await wrong(new Date(Date.now() - 1000).toISOString())).toEqual(['publishAt news.publishAtPast'])
    expect(await wrong('9999-12-31T00:00:00Z')).toEqual(['publishAt news.publishAtTooFar'])
    expect(await wrong('tomorrow')).toEqual(['publishAt notDate'])
    const live = await published()
    expect(issues(await operator.put('/news/article', { id: live, publishAt: inAMinute() }))).toEqual([
      'publishAt news.notDraft',
    ])
    const { data } = await post({ publishAt: inAMinute() })
    expect((await operator.put('/news/article', { id: data.id, publishAt: null })).code).toBe(200)
    await publishDue(world.services.database)
    expect((await seen(data.id)).error).toBe('notFound')
    await operator.put('/news/article', { id: data.id, publishAt: inAMinute() })
    expect((await operator.put(`/news/article/${data.id}/publish`)).code).toBe(200)
    expect((await operator.get(`/news/article/${data.id}`)).data).toMatchObject({
      status: 'published',
      publishAt: null,
    })
  })

  test('readers are removed after two days', async () => {
    const id = await published()
    await seen(id)
    await world.admin.query('update article_reader set day = day - 3 where article_id = $1', [id])
    expect((await publishDue(world.services.database)).forgotten).toBeGreaterThan(0)
    expect((await world.admin.query('select 1 from article_reader where article_id = $1', [id])).rowCount).toBe(0)
  })
})

test('a withdrawal says why, in at most 200 characters; only the operator sees the reason, and it is removed once the article is published again', async () => {
  const id = await published()
  expect(issues(await operator.put(`/news/article/${id}/withdraw`))).toEqual(['withdrawReason required'])
  expect(issues(await withdraw(id, 'x'.repeat(201)))).toEqual(['withdrawReason tooLong'])
  await withdraw(id, 'CANARY-REASON')
  expect((await operator.get(`/news/article/${id}`)).data.withdrawReason).toBe('CANARY-REASON')
  expect((await enterprise.get('/news/article/list?limit=100')).raw.toString()).not.toContain('CANARY-REASON')
  await operator.put(`/news/article/${id}/publish`)
  expect((await operator.get(`/news/article/${id}`)).data.withdrawReason).toBeNull()
})

describe('three languages of one article', () => {
  const read = async (id: number, language: string) =>
    (await world.anonymous.get(`/news/public/${id}`, { 'accept-language': language })).data

  test('each reader gets their language, else another one, which is named', async () => {
    const id = await published({
      title: 'Prix stables',
      titleTexts: { fr: 'Prix stables', zh: '价格平稳' },
      content: '<p>Stables</p>',
      language: 'fr',
      contentZh: '<p>平稳</p>',
      contentEn: '<p><br></p>',
    })
    expect(await read(id, 'fr')).toMatchObject({
      title: 'Prix stables',
      titleIn: 'fr',
      content: '<p>Stables</p>',
      contentIn: 'fr',
    })
    expect(await read(id, 'zh')).toMatchObject({
      title: '价格平稳',
      titleIn: 'zh',
      content: '<p>平稳</p>',
      contentIn: 'zh',
    })
    // There is no English text: the answer names the language of the other one.
    expect(await read(id, 'en')).toMatchObject({ titleIn: 'zh', content: '<p>平稳</p>', contentIn: 'zh' })
    const list = await world.anonymous.get('/news/public/list?limit=100', { 'accept-language': 'zh' })
    expect(list.rows.find(row => row.id === id)).toMatchObject({ title: '价格平稳' })
  })

  test('a text without a language is answered to everybody, without a language', async () => {
    const id = await published()
    expect(await read(id, 'fr')).not.toHaveProperty('contentIn')
    expect((await read(id, 'fr')).content).toBe('<p>Stable</p>')
  })

  test('A11: a script in any of them is neither stored nor answered', async () => {
    const id = await published({
      contentFr: '<p>oui</p><script>steal()</script>',
      contentZh: '<script>steal()</script>',
    })
    const { rows } = await world.admin.query('select content_fr, content_zh from article where id = $1', [id])
    expect(rows[0]).toEqual({ content_fr: '<p>oui</p>', content_zh: null })
    await world.admin.query(`update article set content_fr = '<p>oui</p><img src=x onerror=steal()>' where id = $1`, [
      id,
    ])
    expect((await read(id, 'fr')).content).not.toContain('steal')
    expect(issues(await post({ contentEn: 'x'.repeat(50_001) }))).toEqual(['contentEn tooLong'])
    expect(issues(await post({ language: 'de' }))).toEqual(['language notOneOf'])
  })
})

test('related articles are published ones of its category, without itself', async () => {
  const ownCategory = (
    await operator.post<{ id: number }>('/news/category', { name: 'Related', orderNum: 5, status: '0' })
  ).data.id
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await published({ categoryId: ownCategory, title: `Related ${n}` }))
  await withdraw(ids[3]!)
  const { related } = (await world.anonymous.get(`/news/public/${ids[4]}`)).data as { related: { id: number }[] }
  expect(related.map(item => item.id)).toEqual([ids[2], ids[1], ids[0]])
})

test('A87: the server never requests the address of a repost', async () => {
  let requests = 0
  const inside = createServer((_request, response) => {
    requests++
    response.end('secret')
  })
  await new Promise<void>(ready => inside.listen(0, '127.0.0.1', ready))
  const address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/latest/meta-data`
  const id = await published({ type: 'repost', repostUrl: 'https://example.org/' })
  // Such an address is refused today; one that was stored earlier is never requested either.
  await world.admin.query('update article set repost_url = $2 where id = $1', [id, address])
  expect((await world.anonymous.get(`/news/public/${id}`)).data.repostUrl).toBe(address)
  await world.anonymous.get('/news/public/list')
  await operator.get('/news/article/export')
  expect(requests).toBe(0)
  await new Promise(done => inside.close(done))
})

describe('who may write', () => {
  test('enterprises read and export; they hold no permission to change', async () => {
    const id = await published()
    for (const answer of [
      await enterprise.post('/news/article', await body()),
      await enterprise.put('/news/article', { id, title: 'Mine' }),
      await enterprise.put(`/news/article/${id}/withdraw`),
      await enterprise.delete(`/news/article/${id}`),
      await enterprise.post('/news/category', { name: 'Mine', orderNum: 1, status: '0' }),
    ])
      expect(answer.code).toBe(403)
    expect((await enterprise.get('/news/article/list')).code).toBe(200)
    expect(
      await world.services.database.withTenant(tenant.id, db =>
        db.execute(sql`update article set title = 'Mine' where id = ${id}`),
      ),
    ).toBe(0)
  })

  test('publishing at once needs the permission to publish', async () => {
    await world.admin.query(
      `with made as (insert into role (tenant_id, role_name, role_key, data_scope) values (1, 'Writer', 'writer', '1') returning id)
       insert into role_menu (tenant_id, role_id, menu_id) select 1, made.id, m.id from made, menu m where m.perms in ('news:article:add', 'news:article:list')`,
    )
    const writer = await world.signIn({ id: 1, deptId: null }, ['writer'])
    const cover = [await upload(writer)]
    expect((await writer.post('/news/article', await body({ cover, publish: true }))).code).toBe(403)
    expect((await writer.post('/news/article', await body({ cover }))).data).toMatchObject({ status: 'draft' })
  })

  test('SCR-32: a category in use stays; an unused one goes', async () => {
    await published()
    expect((await operator.delete(`/news/category/${categoryId}`)).error).toBe('inUse')
    const { data } = await operator.post<{ id: number }>('/news/category', { name: 'Spare', orderNum: 3, status: '0' })
    expect(issues(await operator.post('/news/category', { name: 'Spare', orderNum: 3, status: '0' }))).toEqual([
      'name taken',
    ])
    expect((await operator.delete(`/news/category/${data.id}`)).code).toBe(200)
  })
})
