import { type MessageKind, messageKinds, messageNeeds } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'
import { makeRole, platformAdmin, refused, unique } from './people.ts'

let world: World
let root: Caller
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  root = await platformAdmin(world)
  admin = await world.signIn(await world.makeTenant('NOTICES'), ['enterpriseAdmin'])
})

const add = async (more: object = {}) =>
  (
    await root.post<{ noticeId: number }>('/system/notice', {
      noticeTitle: unique('Notice '),
      noticeType: '1',
      noticeContent: '<p>Text</p>',
      ...more,
    })
  ).data.noticeId

test('SYS-19: a notice is added, listed with filters, changed and removed', async () => {
  const id = await add({ noticeTitle: 'Port closed', noticeType: '2' })
  expect((await root.get('/system/notice/list?noticeTitle=port&noticeType=2')).rows).toMatchObject([
    { noticeId: id, isRead: false, status: '0' },
  ])
  await root.put('/system/notice', { noticeId: id, noticeTitle: 'Port open' })
  expect((await root.get(`/system/notice/${id}`)).data).toMatchObject({
    noticeTitle: 'Port open',
    noticeContent: '<p>Text</p>',
  })
  expect((await root.delete(`/system/notice/${id}`)).code).toBe(200)
  expect(refused(await root.get(`/system/notice/${id}`))).toBe('notFound')
  expect(refused(await root.post('/system/notice', { noticeTitle: '<img src=x>', noticeType: '1' }))).toBe(
    'noticeTitle: pattern',
  )
  expect(refused(await root.post('/system/notice', { noticeTitle: 'x'.repeat(51), noticeType: '1' }))).toBe(
    'noticeTitle: tooLong',
  )
  expect(refused(await root.post('/system/notice', { noticeTitle: 'x', noticeType: '9' }))).toBe('noticeType: notOneOf')
})

test('closed notices are visible only to those who administer notices', async () => {
  const id = await add({ status: '1' })
  const customer = await world.signIn({ id: 1, deptId: null }, [], { userType: 5 })
  const colleague = await world.signIn({ id: 1, deptId: null }, [])
  for (const caller of [customer, colleague, admin]) {
    expect(refused(await caller.get(`/system/notice/${id}`))).toBe('notFound')
    expect(refused(await caller.post(`/system/notice/markRead?noticeId=${id}`))).toBe('notFound')
  }
  expect((await root.get(`/system/notice/${id}`)).code).toBe(200)
})

/** Input, and what the answer must not contain. */
const vectors = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt&#58;alert(1)">x</a>',
  '<a href="  java\nscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example/x">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="https://evil.example"><input name=password></form>',
  '<p style="position:fixed;inset:0;background:url(javascript:alert(1))">x</p>',
  '<div onmouseover="alert(1)" onclick=alert(1)>x</div>',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<p id="x" class="ant-modal" data-x="1">x</p>',
  '<<script>script>alert(1)<</script>/script>',
  '<template><script>alert(1)</script></template>',
]

test.each(vectors)('nothing that runs, frames or restyles is answered: %s', async html => {
  const id = await add({ noticeContent: `<p>before</p>${html}<p>after</p>` })
  for (const safeHtml of [
    (await world.admin.query('select notice_content from notice where id = $1', [id])).rows[0].notice_content as string,
    (await admin.get(`/system/notice/${id}`)).data.noticeContent as string,
  ]) {
    expect(safeHtml).toContain('<p>before</p>')
    expect(safeHtml).not.toMatch(
      /<(script|svg|math|iframe|object|embed|form|input|style|link|meta|base|template|noscript)/i,
    )
    expect(safeHtml).not.toMatch(/<[^>]*\s(on\w+|style|class|id|srcdoc|data-\w+)\s*=/i)
    expect(safeHtml.replaceAll(/\s|&#?\w+;/g, '')).not.toMatch(/(href|src)="?(javascript|data|vbscript):/i)
    expect(safeHtml).not.toMatch(/(href|src)="?\/\//i)
  }
})

test('content stored before the rules became stricter is cleaned when it is read', async () => {
  const id = await add()
  await world.admin.query(`update notice set notice_content = '<p>old</p><img src=x onerror=alert(1)>' where id = $1`, [
    id,
  ])
  expect((await admin.get(`/system/notice/${id}`)).data.noticeContent).not.toContain('onerror')
  expect((await root.get('/system/notice/list')).raw.toString()).not.toContain('onerror')
})

test('formatting, tables, own pictures and links survive; a picture of another site does not', async () => {
  const upload = await root.upload<{ id: string }>('/common/upload', { name: 'x.png', content: png })
  const html = `<h2>T</h2><p><strong>b</strong> <em>i</em> <u>u</u></p><ul><li>x</li></ul><table><tbody><tr><td colspan="2">c</td></tr></tbody></table><img alt="y" src="/api/file/${upload.data.id}" />`
  const id = await add({
    noticeContent: `${html}<a href="https://example.org">l</a><img src="https://example.org/x.png">`,
  })
  const storedContent = (await admin.get(`/system/notice/${id}`)).data.noticeContent as string
  expect(storedContent).toContain(html)
  expect(storedContent).toMatch(/<a href="https:\/\/example\.org"[^>]*rel="noopener noreferrer"/)
  expect(storedContent).not.toContain('example.org/x.png')
})

test('everybody reads published notices, marks them read once, and the platform sees who did', async () => {
  const [first, second] = [await add(), await add()]
  const closed = await add({ status: '1' })
  expect(refused(await admin.get(`/system/notice/${closed}`))).toBe('notFound')
  expect(refused(await admin.post(`/system/notice/markRead?noticeId=${closed}`))).toBe('notFound')
  expect((await admin.get('/system/notice/list?limit=100')).rows.map(row => row.noticeId)).not.toContain(closed)
  expect((await root.get('/system/notice/list?limit=100')).rows.map(row => row.noticeId)).toContain(closed)
  const top = await admin.get<{ noticeId: number; isRead: boolean }[]>('/system/notice/listTop')
  const unread = (top as unknown as { unreadCount: number }).unreadCount
  expect(top.data.slice(0, 2)).toMatchObject([
    { noticeId: second, isRead: false },
    { noticeId: first, isRead: false },
  ])
  expect(top.data.length).toBeLessThanOrEqual(5)
  for (let n = 0; n < 2; n++) expect((await admin.post(`/system/notice/markRead?noticeId=${first}`)).code).toBe(200)
  const after = await admin.get('/system/notice/listTop')
  expect((after as unknown as { unreadCount: number }).unreadCount).toBe(unread - 1)
  const readers = await root.get(`/system/notice/readUsers/list?noticeId=${first}`)
  expect(readers).toMatchObject({ total: 1, rows: [{ userId: admin.accountId, enterpriseName: 'Demo NOTICES' }] })
  const stranger = await world.signIn(await world.makeTenant('NOTICES-2'), ['enterpriseAdmin'])
  expect((await stranger.get(`/system/notice/readUsers/list?noticeId=${first}`)).total).toBe(0)
  await admin.post('/system/notice/markReadAll')
  expect((await admin.get('/system/notice/listTop')) as unknown as { unreadCount: number }).toMatchObject({
    unreadCount: 0,
  })
  await root.delete(`/system/notice/${first}`)
  expect(
    (await world.admin.query('select count(*)::int as n from notice_read where notice_id = $1', [first])).rows[0].n,
  ).toBe(0)
})

test('readers of other enterprises are visible to platform staff who may list enterprises, not to those who only administer notices', async () => {
  const id = await add()
  await admin.post(`/system/notice/markRead?noticeId=${id}`)
  const colleague = await world.signIn({ id: 1, deptId: null }, [])
  const give = async (permissions: string[]) => {
    const role = await makeRole(world, root, permissions)
    await world.admin.query('insert into account_role (tenant_id, account_id, role_id) values (1, $1, $2)', [
      colleague.accountId,
      role,
    ])
    await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1 where id = 1')
  }
  const readers = async () => (await colleague.get(`/system/notice/readUsers/list?noticeId=${id}`)).rows
  await give(['system:notice:list'])
  expect(await readers()).toEqual([])
  await colleague.post(`/system/notice/markRead?noticeId=${id}`)
  expect(await readers()).toMatchObject([{ userId: colleague.accountId }])
  await give(['tenant:enterprise:list'])
  expect(await readers()).toMatchObject([{ userId: colleague.accountId }, { userId: admin.accountId }])
})

test('each kind of message is shown only to people with the permission for its subject', async () => {
  const kinds = Object.keys(messageKinds) as MessageKind[]
  const titles = (some: MessageKind[]) => some.map(kind => phrase('en', `message.${kind}.title`)).sort()
  const openKinds = kinds.filter(kind => messageNeeds[kind] === null)
  for (const needed of new Set(Object.values(messageNeeds))) {
    const reader = await world.signIn({ id: 1, deptId: null }, [])
    const role = needed === null ? undefined : await makeRole(world, root, [needed])
    if (role !== undefined)
      await world.admin.query('insert into account_role (tenant_id, account_id, role_id) values (1, $1, $2)', [
        reader.accountId,
        role,
      ])
    // A role also holds the menus above its screens.
    const held = (await reader.get<{ permissions: string[] }>('/getInfo')).data.permissions
    const speaking = kinds.filter(kind => held.includes(messageNeeds[kind] ?? ''))
    const hidden = kinds.filter(kind => !openKinds.includes(kind) && !speaking.includes(kind))
    // The ten newest are shown: those of hidden kinds come last, so that they would push the others out.
    const visibleTitles = titles([...openKinds, ...speaking].slice(-10))
    for (const kind of [...openKinds, ...speaking, ...hidden])
      await world.admin.query('insert into message (tenant_id, account_id, kind, facts) values (1, $1, $2, $3)', [
        reader.accountId,
        kind,
        '{}',
      ])
    const read = async () =>
      (await reader.get('/system/notice/listTop')) as unknown as { messages: { title: string; isRead: boolean }[] }
    const { messages } = await read()
    expect(hidden.length).toBeGreaterThan(0)
    expect(messages.map(({ title }) => title).sort(), String(needed)).toEqual(visibleTitles)
    // Hidden messages cannot be marked as read.
    await reader.post('/system/message/markRead')
    const { rows } = await world.admin.query<{ kind: string }>(
      'select kind from message where account_id = $1 and read_at is not null',
      [reader.accountId],
    )
    expect(rows.map(({ kind }) => kind).sort(), String(needed)).toEqual([...openKinds, ...speaking].sort())
  }
})
