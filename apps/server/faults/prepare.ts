import { isOneOf } from '@timbermark/contract'
import { randomUUID } from 'node:crypto'
import { stages, valueFields } from '@timbermark/contract/stages'
import { sampleValues } from '../../../packages/contract/test/stage-sample.ts'
import { pdf, png } from '../test/samples.ts'
import { formOf, must } from './call.ts'
import { pause } from './wait.ts'
import { codeRequest } from '../test/code-request.ts'

/** The data of the load, created through the interface. */
export interface Prepared {
  /** Administrator of the enterprise. */
  admin: { userName: string; password: string; token: string }
  /** A field user who may report every stage. */
  field: { userName: string; password: string; token: string }
  deptId: number
  deptName: string
  batchId: number
  /** A picture that listings show. */
  pictureId: string
  documentCode: string
  circulationId: number
  /** Unused codes with their security codes. */
  codes: { code: string; security: string }[]
  /** Codes that are packed, assigned and certified while others are reported and scanned. */
  goods: { requestId: number; requestNumber: number; codes: string[]; parents: string[] }
  dealers: number[]
  /** Administrator of the platform, and schedules of harmless tasks that may be run at any time. */
  root: { token: string; password: string }
  schedules: number[]
  /** Published template by stage whose reports need only its own values. */
  templates: { stage: string; templateId: number; values: Record<string, unknown> }[]
}

const password = 'Campaign-secret-7'
const fieldPassword = 'Campaign-first-3'

async function signIn(address: string, userName: string, word: string): Promise<string> {
  const { token } = await must<{ token: string }>(address, 'POST', '/login', {
    body: { username: userName, password: word },
  })
  return token
}

/** Signs in with a one-time password and sets another one. */
async function firstSignIn(address: string, userName: string, initial: string): Promise<string> {
  const token = await signIn(address, userName, initial)
  await must(address, 'PUT', '/system/user/profile/updatePwd', {
    token,
    body: { oldPassword: initial, newPassword: password },
  })
  return signIn(address, userName, password)
}

export const requestBody = (batchId: number, name: string, count = 10_000) => codeRequest(batchId, { name, count })

/** Waits until a request's codes are made. @throws Error when they are not in time */
export async function untilMade(address: string, token: string, id: number, patienceMs = 60_000): Promise<void> {
  for (const end = performance.now() + patienceMs; ; ) {
    const row = await must<{ status: string; failure: string | null }>(address, 'GET', `/code/request/${id}`, { token })
    if (row.status === 'completed' || row.status === 'downloaded') return
    if (row.status === 'initialized' || performance.now() > end)
      throw new Error(`code request ${id}: ${row.status} ${row.failure ?? ''}`)
    await pause(100)
  }
}

/** Every line of a request: code and security code. */
export async function downloadCodes(
  address: string,
  token: string,
  id: number,
): Promise<{ code: string; security: string }[]> {
  const response = await fetch(`${address}/api/code/request/${id}/download?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const lines = (await response.text()).trim().split(/\r?\n/)
  return lines.map(line => {
    const [code, security] = line.split(',')
    // The code is the last part of the URL that a line may begin with.
    return { code: code!.slice(code!.lastIndexOf('/') + 1), security: security! }
  })
}

/**
 * A working enterprise: users, a product, a batch, codes, a certificate, stages.
 * @param output output of the first start, with the one-time password
 */
export async function prepare(address: string, output: string): Promise<Prepared> {
  const oneTime = /one-time password (\S+)/.exec(output)?.[1]
  if (!oneTime) throw new Error(`No one-time password was printed: ${output}`)
  const root = await firstSignIn(address, 'admin', oneTime)
  const enterprise = await must<{ administrator: string; password: string }>(address, 'POST', '/tenant/enterprise', {
    token: root,
    body: { identification: 'CAMPAIGN', name: 'Campaign timber', kind: 'processor' },
  })
  // The load reports codes as they are; certification is not its subject.
  const templates = await listed(address, root, '/stage/template/list?limit=50')
  for (const { id } of templates)
    await must(address, 'PUT', '/stage/template', { token: root, body: { id, certifiedOnly: false } })
  const token = await firstSignIn(address, enterprise.administrator, enterprise.password)
  const post = <T = { id: number }>(path: string, body: unknown) => must<T>(address, 'POST', path, { token, body })

  const depts = await must<{ deptId: number; deptName: string }[]>(address, 'GET', '/system/dept/list', { token })
  const { deptId, deptName } = depts[0]!
  const category = await post('/catalog/category', { name: 'Logs', orderNum: 1 })
  const product = await post('/catalog/product', {
    code: 'OKOUME-1',
    name: 'Okoumé logs',
    categoryId: category.id,
    enterpriseName: 'Campaign timber',
    foreignName: 'Okoumé',
    chineseName: 'Okoumé',
    latinGenus: 'Aucoumea',
    latinSpecies: 'klaineana',
  })
  // The load reports stages in any order.
  const { id: circulationId } = await post('/stage/circulation', {
    name: 'Any order',
    steps: stages.map(stage => ({ stage: stage.key, required: false })),
  })
  const batch = await post('/catalog/batch', { batchNumber: 'LOT-1', productId: product.id, circulationId })
  const upload = async (name: string, type: string, content: Buffer) =>
    must<{ id: string }>(address, 'POST', '/common/upload', {
      token,
      form: formOf(`campaign-${randomUUID()}`, { name, type, content }),
    })
  const certificate = await upload('permit.pdf', 'application/pdf', pdf)
  const documentCode = 'PERMIT-1'
  await post('/evidence/document', {
    code: documentCode,
    name: 'Felling permit',
    type: 'certificate',
    file: [certificate.id],
  })
  const picture = await upload('okoume.png', 'image/png', png)

  const field = await post('/system/user', {
    userName: 'campaign-field',
    nickName: 'Field reporter',
    password: fieldPassword,
    email: 'field@example.org',
    phonenumber: '+24106100001',
    deptId,
    userType: 2,
    roleIds: [await roleOf(address, token, 'fieldReporter')],
  })
  await post('/stage/authorization', { userId: field.id, stages: stages.map(stage => stage.key) })
  const fieldToken = await firstSignIn(address, 'campaign-field', fieldPassword)

  const request = await post('/code/request', requestBody(batch.id, 'first'))
  await must(address, 'PUT', `/code/request/${request.id}/submit`, { token })
  await untilMade(address, token, request.id)
  const codes = await downloadCodes(address, token, request.id)
  const goods = await makeGoods(address, token, batch.id)
  const level = await post('/channel/dealer-level', { code: 'L1', name: 'One', level: '1', orderNum: 1, status: '0' })
  const dealers: number[] = []
  for (const name of ['North', 'South']) dealers.push((await post('/channel/dealer', { name, levelId: level.id })).id)

  return {
    admin: { userName: enterprise.administrator, password, token },
    field: { userName: 'campaign-field', password, token: fieldToken },
    deptId,
    deptName,
    batchId: batch.id,
    pictureId: picture.id,
    documentCode,
    circulationId,
    codes,
    goods,
    dealers,
    root: { token: root, password },
    schedules: await schedulesOf(address, root),
    templates: await templatesOf(address, token),
  }
}

/** Items and packages of two more requests. */
async function makeGoods(address: string, token: string, batchId: number): Promise<Prepared['goods']> {
  const make = async (name: string, change: object) => {
    const body = { ...requestBody(batchId, name), ...change }
    const { id } = await must<{ id: number }>(address, 'POST', '/code/request', { token, body })
    await must(address, 'PUT', `/code/request/${id}/submit`, { token })
    await untilMade(address, token, id)
    return { id, codes: (await downloadCodes(address, token, id)).map(({ code }) => code) }
  }
  const items = await make('goods', { count: 10_000 })
  const packages = await make('packages', { count: 10_000, codeType: 'package' })
  const row = await must<{ requestNumber: number }>(address, 'GET', `/code/request/${items.id}`, { token })
  return {
    requestId: items.id,
    requestNumber: row.requestNumber,
    codes: items.codes,
    parents: packages.codes.slice(0, 50),
  }
}

/** Schedules whose tasks change nothing that the load has written. */
async function schedulesOf(address: string, token: string): Promise<number[]> {
  const response = await fetch(`${address}/api/monitor/job/list?limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { rows } = (await response.json()) as { rows: { id: number; task: string }[] }
  const harmless = ['plannedNews', 'openCases', 'expiringPapers', 'ledgerCheck']
  return rows.filter(({ task }) => harmless.includes(task)).map(({ id }) => id)
}

async function roleOf(address: string, token: string, key: string): Promise<number> {
  const response = await fetch(`${address}/api/system/role/list?roleKey=${key}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { rows } = (await response.json()) as { rows: { roleId?: number; id?: number; roleKey: string }[] }
  const role = rows.find(row => row.roleKey === key)
  const id = role?.roleId ?? role?.id
  if (id === undefined) throw new Error(`no role ${key}`)
  return id
}

/** Stages that observe single items: each code can be reported once at each of them. */
async function templatesOf(address: string, token: string): Promise<Prepared['templates']> {
  const templates: Prepared['templates'] = []
  for (const stage of stages) {
    const required = valueFields(stage).filter(item => item.required)
    if (stage.shape !== 'observation' || !isOneOf(stage.levels, 1)) continue
    if (required.some(item => ['files', 'images', 'document', 'code'].includes(item.type))) continue
    const rows = await listed(address, token, `/stage/template/list?stage=${stage.key}`)
    const values = sampleValues(required)
    for (const item of required) if (item.dict) values[item.key] = await firstOf(address, token, item.dict)
    if (rows[0]) templates.push({ stage: stage.key, templateId: rows[0].id, values })
  }
  if (templates.length === 0) throw new Error('no stage can be reported')
  return templates
}

/** Rows of a list. */
async function listed(address: string, token: string, path: string): Promise<{ id: number }[]> {
  const response = await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  const { rows = [] } = (await response.json()) as { rows?: { id: number }[] }
  return rows
}

/** The first entry of a dictionary. */
async function firstOf(address: string, token: string, dict: string): Promise<string> {
  const entries = await must<{ dictValue: string }[]>(address, 'GET', `/system/dict/data/type/${dict}`, { token })
  return entries[0]!.dictValue
}
