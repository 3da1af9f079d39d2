import { beforeAll, describe, expect, test } from 'vitest'
import { parseCode } from '@timbermark/codes'
import { ownCirculation } from '@timbermark/contract/stages'
import type { SealedProof, TraceAnswer } from '@timbermark/contract/trace'
import { proveLaterHolders, withLaterHolders } from '../../../trace/src/browser/later-holders.ts'
import { stateCompanies, type StatedCompanies } from '../../../trace/src/stated-companies.ts'
import { type Scene, sceneIn } from '../trace/scene.ts'
import { walkProofOf, walkServedProof } from '../trace/walk-proof.ts'
import { makeWorld, type World } from '../harness.ts'

let world: World
let exporter: Scene
let importer: Scene
let agent: Scene
let code: string

beforeAll(async () => {
  world = await makeWorld()
  exporter = await sceneIn(world, 'EXPORTER')
  importer = await sceneIn(world, 'IMPORTER')
  agent = await sceneIn(world, 'AGENT')
  code = exporter.goods.codes[0]!
  await exporter.report('felling', [code])
  await handOver(1, 5)
  await importer.report('seaShipping', [code], {
    documentCode: importer.goods.documentCode,
    circulationId: ownCirculation,
  })
  await exporter.append()
})

async function handOver(from: number, to: number) {
  const offer = await exporter.admin.post<{ id: number }>('/custody/offer', {
    receiver: 'IMPORTER',
    numbers: [{ requestId: exporter.goods.requestId, from, to }],
  })
  const answer = await importer.admin.put(`/custody/offer/${offer.data.id}/accept`, {})
  expect(answer.code).toBe(200)
}

/** Numbers 21 to 25: the agent is invited to export customs, and reports it about number 21. */
async function inviteAgent() {
  const invitation = await exporter.admin.post<{ id: number }>('/custody/invitation', {
    partner: 'AGENT',
    stages: ['seaShipping'],
    untilOn: '2099-01-01',
    numbers: [{ requestId: exporter.goods.requestId, from: 21, to: 25 }],
  })
  const answer = await agent.admin.put(`/custody/invitation/${invitation.data.id}/accept`, {})
  expect(answer.code).toBe(200)
  await agent.report('seaShipping', [exporter.goods.codes[20]!], {
    documentCode: agent.goods.documentCode,
    circulationId: ownCirculation,
    time: new Date().toISOString(),
  })
  await exporter.append()
}

const answerOf = async (text: string) => (await world.anonymous.get<TraceAnswer>(`/trace/${text}`)).data

/** What the page tells its script about the companies; `codes` in place of those of the later ones. */
async function stateOf(text: string, codes?: readonly string[]): Promise<StatedCompanies> {
  const answer = await answerOf(text)
  const { at, list } = stateCompanies({ ...answer, later: answer.later ?? [] }, new Date())!
  const nothing = { certification: { state: 'notAuthorized', step: null }, papers: [] } as const
  return { at, list: codes ? [list[0]!, ...codes.map(code => ({ code, ...nothing, papers: [] }))] : list }
}

/** What a reader's browser makes of the page: the item first, then each later holder. */
async function readPage(text: string, codes?: readonly string[], change = (proof: SealedProof) => proof) {
  const item = await walkServedProof(exporter, text)
  const later = await proveLaterHolders(item.item!, await stateOf(text, codes), async holder => {
    const { data } = await world.anonymous.get<SealedProof>(`/trace/${holder}/proof`)
    return walkProofOf(exporter, holder, change(data), { previousHead: item.log.checkpoint })
  })
  return { ...withLaterHolders(item, later), holders: later.holders }
}

test('the page of a label shows what each holder reported, proven from the handover on', async () => {
  const { status, stages, later } = await answerOf(code)
  expect(status).toBe('active')
  expect(stages.map(({ stage }) => stage)).toEqual(['felling'])
  expect(later).toMatchObject([{ name: 'Demo IMPORTER', stages: [{ stage: 'seaShipping' }] }])
  const { outcome, faults, holders } = await readPage(code)
  expect({ outcome, faults }).toEqual({ outcome: 'proven', faults: [] })
  expect(holders[0]!.walk!.item!.answer.owner.name).toBe('Demo IMPORTER')
  expect(holders[0]!.walk!.item!.answer.stages.map(({ stage }) => stage)).toEqual(['seaShipping'])
})

test('a paper of a later holder opens by its own consent, with its own code', async () => {
  const [holder] = (await answerOf(code)).later!
  expect(holder!.papers).toEqual([])
  const { rows } = await importer.admin.get(`/evidence/document/list?code=${importer.goods.documentCode}`)
  const consent = await importer.admin.put(`/evidence/document/${rows[0]!.id}/consent`, { version: 1, open: true })
  expect(consent.code).toBe(200)
  const { papers, later } = await answerOf(code)
  expect(papers).toEqual([])
  expect(later![0]!.papers).toMatchObject([{ state: 'open' }])
  const open = async (text: string) =>
    (await world.app.inject({ url: `/api/trace/${text}/paper/${later![0]!.papers[0]!.sha256}` })).statusCode
  expect([await open(later![0]!.code), await open(code)]).toEqual([200, 404])
})

test('goods that were not handed over have no later holder', async () => {
  const unmoved = exporter.goods.codes[8]!
  expect((await answerOf(unmoved)).later).toBeUndefined()
  expect(await readPage(unmoved)).toMatchObject({ outcome: 'proven', holders: [] })
})

test('a hidden handover, an invented one and one to another code are contradicted by the ledger', async () => {
  const [next] = (await answerOf(code)).later!.map(holder => holder.code)
  const custody = (fault: string) => [{ fault, about: 'custody' }]
  expect(await readPage(code, [])).toMatchObject({ outcome: 'suspicious', faults: custody('missing') })
  expect(await readPage(exporter.goods.codes[8]!, [next!])).toMatchObject({
    outcome: 'suspicious',
    faults: custody('binding'),
  })
  const [other] = (await answerOf(exporter.goods.codes[1]!)).later!.map(holder => holder.code)
  expect(await readPage(code, [other!])).toMatchObject({ outcome: 'suspicious', faults: custody('binding') })
})

test('a holder whose records cannot be fetched leaves the item not wholly proven', async () => {
  const item = await walkServedProof(exporter, code)
  const later = await proveLaterHolders(item.item!, await stateOf(code), () => Promise.reject(new Error('no answer')))
  expect(withLaterHolders(item, later).outcome).toBe('unavailable')
})

test('the address of a code that stands for received goods leads to the label', async () => {
  const [next] = (await answerOf(code)).later!.map(holder => holder.code)
  const page = await world.app.inject({ url: `/c/${next}?lang=fr`, headers: { accept: 'text/html' } })
  expect({ status: page.statusCode, to: page.headers.location }).toEqual({ status: 303, to: `/c/${code}?lang=fr` })
  const check = await world.anonymous.post('/trace/check', { code: next, securityCode: 'ABCDEFGH' })
  expect(check.error).toBe('trace.noSecurityCode')
})

test('a recall by a later holder is shown to all who have the goods', async () => {
  const { later } = await answerOf(code)
  const received = (await importer.admin.get('/catalog/batch/list')).rows.find(
    row => row.batchNumber === later![0]!.batchNumber,
  )!
  const recall = await importer.admin.post('/catalog/recall/declare', {
    batchId: received.id,
    reason: 'Beetles',
    advice: 'Bring it back',
    contact: '+33 1 23 45 67 89',
    reports: 'ask',
  })
  expect(recall.code).toBe(200)
  await exporter.append()
  expect((await answerOf(code)).status).toBe('recalled')
  expect((await readPage(code)).item!.answer.status).toBe('recalled')
})

test('a label that a later holder reports as stolen is so on the page of the goods, and proven', async () => {
  const stolen = exporter.goods.codes[2]!
  const lost = await importer.admin.post('/code/label/lose', { codes: [stolen], reason: 'stolen' })
  expect(lost.code).toBe(200)
  await exporter.append()
  expect((await answerOf(stolen)).label).toMatchObject({ state: 'lost', reason: 'stolen' })
  expect((await readPage(stolen)).item!.answer.label).toMatchObject({ state: 'lost', reason: 'stolen' })
})

test('a recall by an earlier holder reaches the reports of the later one', async () => {
  const recalled = exporter.goods.codes[3]!
  const declared = await exporter.admin.post('/catalog/recall/declare', {
    codes: [recalled],
    reason: 'Beetles',
    advice: 'Bring it back',
    contact: '+33 1 23 45 67 89',
    reports: 'refuse',
  })
  expect(declared.code).toBe(200)
  await expect(
    importer.report('productSales', [recalled], {
      documentCode: importer.goods.documentCode,
      circulationId: ownCirculation,
    }),
  ).rejects.toThrow('recalled')
})

test('a handover that is changed in the database contradicts the ledger', async () => {
  await handOver(9, 9)
  await exporter.append()
  const changed = exporter.goods.codes[8]!
  expect(await readPage(changed)).toMatchObject({ outcome: 'proven' })
  await world.admin.query("update custody_handover set handed_at = handed_at - interval '3 days' where serials @> 8")
  expect(await readPage(changed)).toMatchObject({
    outcome: 'suspicious',
    faults: [{ fault: 'database', about: 'custody' }],
  })
})

test('an invited partner has a part of its own on the page, proven from the invitation on; custody stays', async () => {
  await inviteAgent()
  const [reported, unreported] = [exporter.goods.codes[20]!, exporter.goods.codes[21]!]
  expect((await answerOf(reported)).later).toMatchObject([
    { role: 'partner', name: 'Demo AGENT', stages: [{ stage: 'seaShipping' }] },
  ])
  const { outcome, faults, holders } = await readPage(reported)
  expect({ outcome, faults }).toEqual({ outcome: 'proven', faults: [] })
  expect(holders).toMatchObject([{ role: 'partner', walk: { item: { answer: { owner: { name: 'Demo AGENT' } } } } }])
  expect(await readPage(unreported)).toMatchObject({ outcome: 'proven', holders: [{ role: 'partner' }] })
})

test('a hidden invitation, an invented one and a stage beyond it are contradicted by the ledger', async () => {
  const reported = exporter.goods.codes[20]!
  const custody = (fault: string) => [{ fault, about: 'custody' }]
  expect(await readPage(reported, [])).toMatchObject({ outcome: 'suspicious', faults: custody('missing') })
  const [partner] = (await answerOf(reported)).later!.map(holder => holder.code)
  expect(await readPage(exporter.goods.codes[30]!, [partner!])).toMatchObject({
    outcome: 'suspicious',
    faults: custody('binding'),
  })
  const item = (await walkServedProof(exporter, reported)).item!
  const narrower = { ...item, invitations: item.invitations.map(one => ({ ...one, stages: ['felling' as const] })) }
  const prove = (code: string) => walkServedProof(exporter, code)
  expect((await proveLaterHolders(narrower, await stateOf(reported), prove)).faults).toEqual(custody('binding'))
})

test('partners of each holder come before the next one', async () => {
  await handOver(22, 22)
  await exporter.append()
  const { later } = await answerOf(exporter.goods.codes[21]!)
  expect(later!.map(({ role, name }) => [role, name])).toEqual([
    ['partner', 'Demo AGENT'],
    ['holder', 'Demo IMPORTER'],
  ])
  expect(await readPage(exporter.goods.codes[21]!)).toMatchObject({ outcome: 'proven', faults: [] })
})

describe('the certification of a later holder', () => {
  const certified = () => exporter.goods.codes[40]!
  const certification = [{ fault: 'database', about: 'certification' }]
  let received: string

  function requestOf(text: string): number {
    const parsed = parseCode(text)
    if (!parsed.ok) throw new Error(`${text} is not a code`)
    return parsed.request
  }

  /** Reads the page of a code while a row is changed behind the server's back, and the server hides what it finds. */
  async function readForged(text: string, change: string, back: string): Promise<Awaited<ReturnType<typeof readPage>>> {
    expect((await world.admin.query(change)).rowCount).toBe(1)
    try {
      return await readPage(text, undefined, withoutToday)
    } finally {
      await world.admin.query(back)
    }
  }

  /** The same answer from a server that hides what it finds about its own rows. */
  const withoutToday = (proof: SealedProof): SealedProof =>
    JSON.parse(JSON.stringify(proof), (key, value) => (key === 'today' ? null : value))

  /** A proof without the last entry of each chain about certification. */
  function withoutLastStep(proof: SealedProof): SealedProof {
    const isStep = (texts: readonly string[]) => texts.some(text => text.endsWith('"kind","certification"]'))
    const chains = proof.chains.map(chain =>
      isStep(chain.entries.at(-1)?.opened ?? []) ? { ...chain, entries: chain.entries.slice(0, -1) } : chain,
    )
    return { ...proof, chains }
  }

  beforeAll(async () => {
    await handOver(41, 42)
    await exporter.append()
    received = (await answerOf(certified())).later![0]!.code
  })

  test('is shown with its records; the first holder’s own says nothing about it', async () => {
    const { certification: first, later } = await answerOf(certified())
    expect(first.state).toBe('certified')
    expect(later).toMatchObject([{ certification: { state: 'notAuthorized', steps: [] }, papers: [] }])
    const { outcome, holders } = await readPage(certified())
    expect(outcome).toBe('proven')
    expect(holders[0]!.walk!.item!.answer.certification).toEqual({ state: 'notAuthorized', steps: [] })
  })

  test('is proven from its own entries, once it is sealed', async () => {
    const reviewer = await world.signIn(importer.tenant, ['enterpriseAdmin'])
    const path = '/certification/authorization'
    expect((await importer.admin.post(`${path}/submit`, { codes: [received] })).code).toBe(200)
    const judged = { codes: [received], result: 'pass', judgedOn: '2026-11-02' }
    expect((await reviewer.post(`${path}/judge`, judged)).code).toBe(200)
    // What waits for the ledger is stated, and contradicts nothing.
    expect(await readPage(certified())).toMatchObject({ outcome: 'waiting', faults: [] })
    await exporter.append()
    const { outcome, faults, holders } = await readPage(certified())
    expect({ outcome, faults }).toEqual({ outcome: 'proven', faults: [] })
    const steps = [
      { action: 'submit', enterprise: 'Demo IMPORTER' },
      { action: 'pass', enterprise: 'Demo IMPORTER', judgedOn: '2026-11-02' },
    ]
    expect(holders[0]!.walk!.item!.answer.certification).toMatchObject({ state: 'certified', steps })
    expect((await answerOf(certified())).later).toMatchObject([{ certification: { state: 'certified', steps } }])
  })

  test('is contradicted when the ledger has none', async () => {
    const other = exporter.goods.codes[41]!
    const grow = (by: number) =>
      `update certification set serials = int4range(lower(serials), upper(serials) + ${by})
       where tenant_id = ${importer.tenant.id} and request_number = ${requestOf(received)}`
    const { outcome, faults, holders } = await readForged(other, grow(1), grow(-1))
    expect({ outcome, faults }).toEqual({ outcome: 'suspicious', faults: certification })
    expect(holders[0]!.walk!.item!.answer.certification.state).toBe('notAuthorized')
    expect((await readPage(other)).outcome).toBe('proven')
  })

  test('is contradicted when an entry of it is left out', async () => {
    expect(await readPage(certified(), undefined, withoutLastStep)).toMatchObject({ outcome: 'suspicious' })
  })

  test('is contradicted when it was withdrawn, though the server hides what it finds', async () => {
    const withdrawn = await importer.admin.post('/certification/authorization/withdraw', {
      codes: [received],
      reason: 'Another way',
    })
    expect(withdrawn.code).toBe(200)
    await exporter.append()
    const { outcome, holders } = await readPage(certified())
    expect(outcome).toBe('proven')
    expect(holders[0]!.walk!.item!.answer.certification.state).toBe('notAuthorized')
    const step = holders[0]!.walk!.item!.answer.certification.steps[1]!.step
    const state = { state: 'certified', step } as const
    const stale = { ...(await stateOf(certified())), at: new Date(Date.now() - 3_600_000).toISOString() }
    const read = async (stated: StatedCompanies) => {
      const item = await walkServedProof(exporter, certified())
      const list = stated.list.map((company, n) => (n === 1 ? { ...company, certification: state } : company))
      const prove = async (holder: string) => {
        const { data } = await world.anonymous.get<SealedProof>(`/trace/${holder}/proof`)
        return walkProofOf(exporter, holder, withoutToday(data), { previousHead: item.log.checkpoint })
      }
      return (await proveLaterHolders(item.item!, { ...stated, list }, prove)).faults
    }
    // A page from before the withdrawal was right when it was made.
    expect(await read(stale)).toEqual([])
    expect(await read({ ...stale, at: new Date(Date.now() + 120_000).toISOString() })).toEqual(certification)
    // The row that certifies the importer's own goods is made to certify these.
    const [its, another] = [requestOf(received), requestOf(importer.goods.codes[0]!)]
    const move = (from: number, to: number) =>
      `update certification set request_number = ${to} where tenant_id = ${importer.tenant.id} and request_number = ${from}`
    const forged = await readForged(certified(), move(another, its), move(its, another))
    expect(forged).toMatchObject({ outcome: 'suspicious', faults: certification })
    expect(forged.holders[0]!.walk!.item!.answer.certification.state).toBe('notAuthorized')
  })
})

test('an invitation that is widened in the database contradicts the ledger', async () => {
  await world.admin.query(
    "update custody_handover set stages = stages || '{felling}'::text[] where stages is not null and serials @> 20",
  )
  expect(await readPage(exporter.goods.codes[20]!)).toMatchObject({
    outcome: 'suspicious',
    faults: [{ fault: 'database', about: 'custody' }],
  })
})
