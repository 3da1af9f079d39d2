import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCode, statedSerial } from '@timbermark/codes'
import type { SealedProof } from '@timbermark/contract/trace'
import {
  BLOCK_SIZE,
  blockSubject,
  parseEntry,
  parseIndexStatement,
  parseRequestKey,
  plainRequestSubject,
  requestText,
  subjectOfOutput,
  verifyRequestSubject,
  spansKey,
  splitIntoSpans,
  spanSubject,
  toBase64Url,
  withdrawalsSubject,
} from '@timbermark/ledger/sealed'
import { sha256, sha512 } from '@timbermark/ledger'
import { vrfProver, vrfOutput } from '@timbermark/ledger/node'
import { beforeAll, expect, test } from 'vitest'
import { requestSubjects } from '../../src/areas/ledger/log/request-subjects.ts'
import { codeRequest } from '../code-request.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { makeWorld, type World } from '../harness.ts'
import { type Scene, sceneIn } from '../trace/scene.ts'
import { downloadLog } from './download-log.ts'

/** What strangers learn (README): each of its lines is a test here, over a small world of two enterprises. */
const count = 10_000
/** A code far from those that the holder has, and its block. */
const [farSerial, farBlock] = [707, 11]

let world: World
let scene: Scene
let others: Goods
let sister: Goods
let drafts: number
/** Entries by the moment at which they were sealed, as the log itself says it; without the statements of the index. */
let groups: { at: number; entries: ReturnType<typeof parseEntry>[] }[]
let extensions: readonly string[]
/** The answer to the holder of the first code. */
let proof: SealedProof

beforeAll(async () => {
  world = await makeWorld()
  scene = await sceneIn(world, 'LEARNED')
  const other = await sceneIn(world, 'ANOTHER')
  others = other.goods
  await scene.append()
  const [held, neighbour] = scene.goods.codes as [string, string]
  sister = await makeGoods(world, scene.admin, { batchId: scene.goods.batchId, certified: false })
  for (drafts = 0; drafts < 3; drafts++) {
    const draft = await scene.admin.post('/code/request', codeRequest(scene.goods.batchId, { name: `Draft ${drafts}` }))
    expect(draft.code).toBe(200)
  }
  await scene.append()
  const opened = await world.services.directory.open(held)
  if (!opened.known) throw new Error('unknown code')
  await scene.report('productSales', [neighbour], { operator: 'CANARY neighbour' })
  await scene.append()
  const far = await scene.report('productSales', [opened.codes.code(farSerial)], { operator: 'CANARY far away' })
  await scene.append()
  const withdrawal = await scene.admin.put(`/stage/record/${far}/void`, { reason: 'CANARY withdrawal' })
  expect(withdrawal.code, withdrawal.msg).toBe(200)
  await scene.append()
  const recall = await scene.admin.post('/catalog/recall/declare', {
    codes: [scene.goods.codes[9]],
    ...{ reason: 'CANARY reason', advice: 'CANARY advice', contact: 'CANARY contact', reports: 'refuse' },
  })
  expect(recall.code, JSON.stringify(recall)).toBe(200)
  await scene.append()
  const log = await downloadLog(world)
  extensions = log.extensions
  groups = []
  let entries: ReturnType<typeof parseEntry>[] = []
  for (const text of log.entries) {
    if (!text.includes('timbermark/index@1')) entries.push(parseEntry(text))
    else {
      if (entries.length > 0) groups.push({ at: parseIndexStatement(text).at.getTime(), entries })
      entries = []
    }
  }
  proof = (await world.anonymous.get<SealedProof>(`/trace/${held}/proof`)).data
})

const all = () => groups.flatMap(({ at, entries }) => entries.map(entry => ({ at, ...entry })))
const timesOf = (subject: Uint8Array) => {
  const name = toBase64Url(subject)
  return all()
    .filter(entry => toBase64Url(entry.subject) === name)
    .map(({ at }) => at)
}
const rowsOf = async <T extends object>(text: string) => (await world.admin.query<T>(text)).rows
/** A field that the holder sees of the request, the batch and so on. */
function openedField(kind: string, name: string): unknown {
  for (const { entries } of proof.chains)
    for (const { opened } of entries) {
      const fields = new Map(
        opened.map(text => (JSON.parse(text) as [string, string, unknown]).slice(1) as [string, unknown]),
      )
      if (fields.get('kind') === kind) return fields.get(name)
    }
  return undefined
}
const blocksKey = () => Buffer.from(openedField('request', 'blocks') as string, 'base64url')

const stranger: Record<string, () => Promise<void>> = {
  'how many entries there are, how they form chains, and at which moment each was sealed;': async () => {
    const chains = await rowsOf<{ subject: string; n: number }>(
      'select subject, count(*)::int as n from ledger_entry where subject is not null group by 1',
    )
    const byChain = Map.groupBy(all(), ({ subject }) => toBase64Url(subject))
    expect(new Map([...byChain].map(([subject, entries]) => [subject, entries.length]))).toEqual(
      new Map(chains.map(({ subject, n }) => [subject, n])),
    )
    for (const { at } of groups) expect(Math.abs(at - Date.now())).toBeLessThan(600_000)
    expect(groups).toHaveLength(6)
  },
  'which entries were sealed at the same moment, in groups of at most 512; not in which order.': async () => {
    const order = await rowsOf<{ content: string }>(
      `select rtrim(translate(encode(digest, 'base64'), '+/', '-_'), '=') as content from sealed_content order by id`,
    )
    const queued = order.map(({ content }) => content)
    const places = groups[0]!.entries.map(({ content }) => queued.indexOf(toBase64Url(content)))
    expect(places.length).toBeGreaterThan(8)
    expect(places).not.toEqual(places.toSorted((a, b) => a - b))
  },
}

/** Requests that were sealed, with the number of their entries. */
const sealedRequests = () =>
  rowsOf<{ number: number; n: number }>(
    `select r.request_number as number, count(*)::int as n from code_request r
     join sealed_content s on s.tenant_id = r.tenant_id and s.kind = 'request' and s.row_id = r.id group by 1 order by 1`,
  )
/** Only the installation itself can tell the chain of a number. */
const timesOfRequest = async (number: number) =>
  timesOf(await requestSubjects(world.services.secrets).subjectOf(number))

const holder: Record<string, () => Promise<void>> = {
  'the chain of its request, and that of each package around it: when it was sealed and how often anew, as after a recall of some of its codes; not those of other requests;':
    async () => {
      const key = parseRequestKey(requestSubjects(world.services.secrets).key)
      const held = parseCode(scene.goods.codes[0]!)
      if (!held.ok) throw new Error('not a code')
      expect(proof.requests.map(({ number }) => number)).toEqual([held.request])
      const bytes = Buffer.from(proof.requests[0]!.proof, 'base64url')
      const subject = verifyRequestSubject(key, held.request, bytes)!
      // The second time is that of the recall.
      expect(timesOf(subject)).toEqual([groups[0]!.at, groups.at(-1)!.at])
      const numbers = (await sealedRequests()).map(({ number }) => number)
      expect(numbers).toHaveLength(3)
      for (const number of numbers.filter(one => one !== held.request))
        expect(verifyRequestSubject(key, number, bytes)).toBeNull()
    },
  'its serial, how many codes its request has, and so how many codes lie between two that they hold;': async () => {
    const serials = scene.goods.codes.map(code => {
      const parsed = parseCode(code)
      return parsed.ok ? statedSerial(parsed) : -1
    })
    expect(serials).toEqual(serials.map((_, n) => n))
    expect([proof.serial, openedField('request', 'count')]).toEqual([0, count])
  },
  'of every block of 64 codes, and of every span of codes of the same request, how often and when something was sealed about it; not what, but of blocks whether it was the withdrawal of a record;':
    async () => {
      const blocks = Array.from({ length: Math.ceil(count / BLOCK_SIZE) }, (_, block) => block)
      const active = (subjectOf: (block: number) => Uint8Array) =>
        blocks.flatMap(block => {
          const times = timesOf(subjectOf(block))
          return times.length > 0 ? [[block, times]] : []
        })
      const [, , third, fourth, fifth] = groups.map(({ at }) => at)
      expect(active(block => blockSubject(blocksKey(), block))).toEqual([
        [0, [third]],
        [farBlock, [fourth, fifth]],
      ])
      expect(active(block => withdrawalsSubject(blockSubject(blocksKey(), block)))).toEqual([[farBlock, [fifth]]])
      const spans = splitIntoSpans({ from: 0, to: count }).map(span => spanSubject(spansKey(blocksKey()), span))
      // Of all codes: they were handed in, which puts their labels in use, and passed.
      for (const subject of spans) expect(timesOf(subject)).toHaveLength(3)
      const answer = JSON.stringify(proof)
      for (const secret of ['CANARY neighbour', 'CANARY far away', 'CANARY withdrawal'])
        expect(answer).not.toContain(secret)
    },
  'of what was sealed about other codes in their own block and spans, which codes it was and whether it was a record, a packing, a certification, an act on labels or a handover;':
    async () => {
      const block = toBase64Url(blockSubject(blocksKey(), 0))
      const entries = proof.chains.find(({ subject }) => subject === block)!.entries
      const opened = entries.map(entry => entry.opened.map(text => (JSON.parse(text) as unknown[]).slice(1)))
      expect(opened.map(fields => Object.fromEntries(fields as [string, unknown][]))).toEqual([
        { kind: 'mention', codes: [[1, 2]] },
      ])
    },
  'under which code each later holder of the goods and each invited partner reports, to which stages it is invited, and with it what the holder of such a code learns;':
    async () => {
      // In a world of its own: a handover seals another request.
      const elsewhere = await makeWorld()
      const giver = await elsewhere.signIn(await elsewhere.makeTenant('GIVER'), ['enterpriseAdmin'])
      const receiver = await elsewhere.signIn(await elsewhere.makeTenant('RECEIVER'), ['enterpriseAdmin'])
      const { codes } = await makeGoods(elsewhere, giver)
      const offer = await giver.post<{ id: number }>('/custody/offer', { receiver: 'RECEIVER', codes: [codes[0]] })
      await receiver.put(`/custody/offer/${offer.data.id}/accept`, {})
      const later = async (code: string) =>
        (await elsewhere.anonymous.get<{ later?: { code: string }[] }>(`/trace/${code}`)).data.later ?? []
      const [next] = await later(codes[0]!)
      expect(
        (await elsewhere.anonymous.get<SealedProof>(`/trace/${next!.code}/proof`)).data.chains.length,
      ).toBeGreaterThan(0)
      expect(await later(codes[1]!)).toEqual([])
      const invitation = await giver.post<{ id: number }>('/custody/invitation', {
        partner: 'RECEIVER',
        codes: [codes[2]],
        stages: ['seaShipping'],
        untilOn: '2099-01-01',
      })
      await receiver.put(`/custody/invitation/${invitation.data.id}/accept`, {})
      expect(await later(codes[2]!)).toMatchObject([{ role: 'partner' }])
      const { data: invited } = await elsewhere.anonymous.get<SealedProof>(`/trace/${codes[2]}/proof`)
      // Waiting for the log, as an entry is at first, or in it.
      expect(JSON.stringify(invited).replaceAll('\\', '')).toContain('"stages",["seaShipping"]')
    },
  'the chains of the enterprise, the product and the batch, and so when they change from then on, and which other codes that they hold share them.':
    async () => {
      const subjects = (of: SealedProof) => of.chains.map(({ subject }) => subject)
      const chains = [
        openedField('request', 'enterprise'),
        openedField('batch', 'product'),
        openedField('request', 'batch'),
      ]
      for (const chain of chains) expect(timesOf(Buffer.from(chain as string, 'base64url')).length).toBeGreaterThan(0)
      const proofOf = async (code: string) => (await world.anonymous.get<SealedProof>(`/trace/${code}/proof`)).data
      expect(subjects(await proofOf(sister.codes[0]!))).toEqual(expect.arrayContaining(chains))
      for (const subject of subjects(await proofOf(others.codes[0]!))) expect(chains).not.toContain(subject)
    },
}

test('README lists these lines and no others', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8')
  const section = readme.slice(readme.indexOf('## What strangers learn'), readme.indexOf('## Where things are'))
  const lines = [...section.matchAll(/^- (.*(?:\n {2}.*)*)$/gm)].map(([, line]) => line!.replace(/\n {2}/g, ' '))
  expect(lines).toEqual([...Object.keys(stranger), ...Object.keys(holder)])
})

test.each(Object.entries(stranger))('a stranger with the whole log learns %s', (_, check) => check())
test.each(Object.entries(holder))('the holder of one code learns %s', (_, check) => check())

test('of no number whether a code request with it was sealed: whatever strangers compute from numbers, the log and the source', async () => {
  const sealed = await sealedRequests()
  expect(await Promise.all(sealed.map(({ number }) => timesOfRequest(number).then(times => times.length)))).toEqual(
    sealed.map(({ n }) => n),
  )
  // The recalled one is among them, sealed twice.
  expect(sealed.map(({ n }) => n).toSorted()).toEqual([1, 1, 2])
  const subjects = new Set(all().map(({ subject }) => toBase64Url(subject)))
  const { payload } = await world.app.inject({ method: 'GET', url: '/ledger/request-key' })
  const { publicKey, from } = parseRequestKey(payload.trim())
  expect(from).toBe(1)
  const guesses: Record<string, (number: number) => Uint8Array> = {
    'as before there was a key': number => plainRequestSubject(number),
    'by the public key': number => sha256(Buffer.concat([publicKey, requestText(number)])),
    'by the longer hash': number => subjectOfOutput(sha512(Buffer.concat([publicKey, requestText(number)]))),
  }
  const hits = (guess: (number: number) => Uint8Array) =>
    Array.from({ length: 1000 }, (_, at) => at + 1).filter(number => subjects.has(toBase64Url(guess(number))))
  for (const [name, guess] of Object.entries(guesses)) expect(hits(guess), name).toEqual([])
  // With a secret key that everybody knows.
  for (const seed of [publicKey, new Uint8Array(32), sha256(publicKey)]) {
    const prover = vrfProver(seed)
    for (const { number } of sealed)
      expect(subjects.has(toBase64Url(subjectOfOutput(vrfOutput(prover.prove(requestText(number))))))).toBe(false)
  }
  // The search would find them.
  const known = await Promise.all(sealed.map(({ number }) => requestSubjects(world.services.secrets).subjectOf(number)))
  expect(known.every(subject => subjects.has(toBase64Url(subject)))).toBe(true)
})

test('not how many requests were only begun: the head says nothing about it', async () => {
  const [{ highest }] = (await rowsOf<{ highest: number }>(
    'select max(request_number) as highest from code_request',
  )) as [{ highest: number }]
  const sealed = all().length
  expect(drafts).toBe(3)
  expect(extensions).toEqual([
    expect.stringMatching(/^timbermark\/mark [\w+/]{43}=$/),
    expect.stringMatching(/^timbermark\/time [\dTZ:-]{20}$/),
    expect.stringMatching(/^timbermark\/index [\w+/]{43}=$/),
  ])
  expect(sealed).toBeGreaterThan(20)
  for (let number = highest - drafts + 1; number <= highest; number++) expect(await timesOfRequest(number)).toEqual([])
})
