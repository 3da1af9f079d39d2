import { type StageKey, stageKeys } from '@timbermark/contract'
import type { CodeHistory, PackingContents, PackingPeriod } from '@timbermark/contract/calls'
import { stageByKey, tableOf } from '@timbermark/contract/stages'
import type { TraceAnswer, TraceRecords } from '@timbermark/contract/trace'
import { fromBase64, parseCheckpoint, verifyConsistency } from '@timbermark/ledger'
import { beforeAll, expect, test } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { makeDice } from '../dice.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { walkServedProof } from '../trace/walk-proof.ts'
import {
  type Batch,
  type Code,
  countOf,
  type Goods,
  type Report,
  type Request,
  type RecordVersion,
} from './goods-model.ts'
import {
  addBatch,
  addPaper,
  addRequest,
  makePlace,
  numbersOf,
  type People,
  type Place,
  recordContents,
  reportId,
  valuesOf,
} from './goods-scene.ts'

/**
 * A random history of goods of two enterprises, from a seed, with every kind of action: reports of all 18 stages about single
 * codes, ranges and whole requests, packings, corrections, withdrawals, certification, recalls, documents. Every interface must
 * agree with a simple model; a call that the model refuses must be refused for the same reason and change nothing.
 */
/** Fixed seed; `WALK_SEED` sets another one. */
const seed = Number(process.env.WALK_SEED ?? 20_261_126)
const verbs = Number(process.env.WALK_VERBS ?? 90)
const { random, chance, below, any } = makeDice(seed)

let world: World
let place: Place
let goods: Goods
/** The actions so far, for reading after a failure. */
const diary: string[] = []
const day = 86_400_000
const minute = 60_000
const today = Math.floor(Date.now() / day) * day

beforeAll(async () => {
  world = await makeWorld()
  place = await makePlace(world, ['GOODSA', 'GOODSB'])
  goods = place.goods
  for (const people of place.all) {
    await addPaper(people, { name: 'Permit', from: null, until: null })
    await addPaper(people, { name: 'Old licence', from: null, until: dayOf(today - 30 * day) })
    await addPaper(people, { name: 'New licence', from: dayOf(today - 35 * day), until: null })
    const free = await addBatch(place, people)
    const ordered = await addBatch(place, people, [
      { stage: 'felling', required: true },
      { stage: 'rawMaterialPurchase', required: false },
      { stage: 'processing', required: true },
      { stage: 'factoryEntry', required: true },
      { stage: 'packing', required: false },
      { stage: 'seaShipping', required: false },
      { stage: 'productInformation', required: true },
      { stage: 'secondaryProcessing', required: false },
      { stage: 'productSales', required: true },
    ])
    for (const batch of [free, ordered]) {
      await addRequest(place, people, batch, 'item')
      await addRequest(place, people, batch, 'package', { known: 6 })
      await addRequest(place, people, batch, 'container', { known: 4 })
    }
    await addRequest(place, people, free, 'item', { known: 8, certified: false })
    await addRequest(place, people, ordered, 'item', { known: 8, stageType: 'inStock' })
  }
})

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const iso = (at: number) => new Date(at).toISOString()

/** A time in the last weeks, mostly in the order of stages. */
const whenOf = (stage: StageKey) =>
  chance(0.15)
    ? today - below(70 * 24 * 60) * minute
    : today - 66 * day + stageByKey(stage).order * 3 * day + below(3 * 24 * 60) * minute

const later = (stage: StageKey) => Math.min(whenOf(stage) + below(20) * day, today)

const requestsOf = ({ firm }: People) => goods.requests.filter(one => one.batch.firm === firm)
const codesOf = (people: People) => requestsOf(people).flatMap(one => one.codes)
const anyOf = ({ codes }: Request) => any(codes.slice(0, -1))
const anyParent = (people: People) => anyOf(any(requestsOf(people).filter(one => one.type !== 'item')))

/** Chosen codes: some, a range, all of a request, or the contents of a parent. */
interface Chosen {
  codes: Code[]
  /** The codes as a report names them, and whether it names them by numbers. */
  numbered: boolean
  body: { codes: string[]; ranges?: object[] }
  /** The codes as all other calls name them. */
  rows: { codes: string[]; ranges: { first: string; last: string }[] }
}

function choose(people: People, of = any(requestsOf(people))): Chosen {
  const choice = random()
  if (choice < 0.45) {
    const codes = Array.from({ length: 1 + below(4) }, () => anyOf(of))
    if (chance(0.05)) codes.push(anyOf(any(requestsOf(people))))
    const chosen = chance(0.9) ? [...new Set(codes)] : codes
    const texts = chosen.map(({ text }) => (chance(0.2) ? text.toLowerCase() : text))
    return { codes: chosen, numbered: false, body: { codes: texts }, rows: { codes: texts, ranges: [] } }
  }
  const from = choice < 0.9 ? below(of.codes.length) : 0
  const to = choice < 0.9 ? Math.min(of.codes.length, from + 1 + below(6)) : of.codes.length
  const codes = of.codes.slice(from, to)
  const { text, rest } = codes.at(-1)!
  const row = { first: codes[0]!.text, last: rest?.last ?? text }
  const numbered = chance(0.5)
  const ranges = [!numbered ? row : { requestId: of.id, from: from + 1, to: to - 1 + (rest?.count ?? 1) }]
  return { codes, numbered, body: { codes: [], ranges }, rows: { codes: [], ranges: [row] } }
}

function numbersFor(stage: StageKey): Record<string, string | number> {
  const volume = 5 + below(60)
  return Object.fromEntries(
    numbersOf(stage).flatMap((key): [string, string | number][] => {
      if (/uantity/.test(key)) return chance(0.7) ? [[key, 10 + below(200)]] : []
      if (key === 'outputVolume')
        return [[key, String(chance(0.9) ? Math.ceil(volume * (0.4 + random() * 0.6)) : volume + 1)]]
      if (key === 'inputVolume') return [[key, String(volume)]]
      return chance(0.85) || stage === 'rawMaterialPurchase' ? [[key, chance(0.5) ? String(volume) : volume]] : []
    }),
  )
}

const newest = (people: People) => {
  const paper = chance(0.6) ? people.firm.papers[0]! : any(people.firm.papers)
  return { paper, version: paper.versions.length }
}

/** Every table with rows about goods. */
const tables =
  `stage_record stage_record_code stage_record_paper code_link packing certification certification_step recall recalled_code
  batch document document_version sealed_content ledger_queue idempotency stage_change`.split(/\s+/)

async function fingerprint(): Promise<string> {
  const sums = tables.map(
    name => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t) as "${name}"`,
  )
  const { rows } = await world.admin.query(`select ${sums.join(', ')}`)
  return JSON.stringify(rows[0], null, 1)
}

/** The plausibility questions of a refused report. */
const questions = (answer: Answered) =>
  ((answer.data as { issues?: { error: string }[] } | null)?.issues ?? []).map(({ error }) =>
    error.replace('plausible.', ''),
  )

/**
 * Checks a call against the model: it is accepted, or refused for the expected reason without any change.
 * @returns the answer of an accepted call
 */
async function expectOf<T>(
  what: string,
  refusal: string | undefined,
  call: () => Promise<Answered<T>>,
  expectedQuestions?: readonly string[],
): Promise<Answered<T> | undefined> {
  diary.push(`${what}${refusal ? ` — ${refusal}` : ''}`)
  const before = refusal ? await fingerprint() : ''
  const answer = await call()
  const description = `${diary.length}. ${what}: ${answer.msg} ${JSON.stringify(answer.data)?.slice(0, 600)}`
  if (!refusal) {
    expect(answer.code, description).toBe(200)
    return answer
  }
  expect(answer.code, description).not.toBe(200)
  expect(answer.error, description).toBe(refusal)
  if (expectedQuestions)
    expect([...new Set(questions(answer))].sort(), description).toEqual([...expectedQuestions].sort())
  expect(await fingerprint(), `${description} left something behind`).toBe(before)
  return undefined
}

const names = (codes: readonly Code[]) =>
  codes.map(code => `${code.request.type}${code.request.id}/${code.at}`).join(' ')

/** Mostly a request whose codes can have the stage. */
function suited(people: People, stage: StageKey): Request {
  const all = requestsOf(people)
  const fit = all.filter(
    ({ type, opensWith, codes, batch }) =>
      stageByKey(stage).levels.some(level => level === ['item', 'package', 'container'].indexOf(type) + 1) &&
      stageKeys.indexOf(stage) >= stageKeys.indexOf(opensWith) &&
      codes.some(({ certified }) => certified === 'certified') &&
      batch.steps.some(step => step.stage === stage) &&
      !batch.closed,
  )
  return any(chance(0.9) && fit.length > 0 ? fit : all)
}

/** A report of any stage, from the phone or the back office, on time or late, once or twice. */
async function reports(people: People): Promise<void> {
  const { firm, field, admin } = people
  const next = any(people.firm.batches).steps.find(
    step => step.required && !goods.current().some(one => one.stage === step.stage),
  )
  const stage = next && chance(0.25) ? next.stage : any(stageKeys)
  const foreign = chance(0.04)
  const whose = foreign ? any(place.all.filter(one => one !== people)) : people
  const chosen = choose(whose, suited(whose, stage))
  const { batch } = chosen.codes[0]!.request
  const parent = chance(stage === 'packing' ? 0.95 : 0.12) ? anyParent(people) : undefined
  const at = whenOf(stage)
  const values = valuesOf(stage, at, firm.papers[0]!.code, numbersFor(stage))
  const paper = newest(people)
  const circulation = chance(0.97) ? batch.circulation : any(firm.batches).circulation
  const claimed: Report = {
    stage,
    circulation,
    codes: chosen.codes,
    foreign: foreign && (chosen.numbered ? 'invalid' : 'stage.foreignCode'),
    at,
    values,
    paper,
    parent,
    linkCodes: chance(0.5),
    confirmed: chance(0.8),
  }
  const refused = goods.refusal(claimed)
  const questions = chosen.codes[0] ? goods.questions(claimed, batch) : []
  const operator = `Worker ${below(1000)}`
  const body = {
    reportId: reportId(),
    stage,
    templateId: place.templates.get(stage)!,
    circulationId: circulation,
    documentCode: paper.paper.code,
    operator,
    time: iso(at),
    ...chosen.body,
    ...(parent && { parentCode: parent.text }),
    ...(claimed.linkCodes && { linkCodes: true }),
    ...(claimed.confirmed && { confirmed: questions.map(rule => ({ rule, reason: 'So it is' })) }),
    ...(chance(0.1) && { clock: { shown: iso(Date.now() - 3 * day), reckoned: iso(Date.now()) } }),
    values,
  }
  const caller = chance(0.6) ? field : admin
  const send = () => caller.post<{ recordId: number }>('/stage/report', body)
  const what = `${firm.name} reports ${stage} of ${names(chosen.codes)} at ${iso(at)}${parent ? ` in ${names([parent])}` : ''} ${JSON.stringify(values)}`
  const answer = await expectOf(what, refused?.error, send, refused?.questions)
  if (!answer) return
  goods.report(claimed, answer.data.recordId, operator)
  if (!chance(0.2)) return
  const before = await fingerprint()
  expect((await send()).data, 'the same report once more').toEqual(answer.data)
  expect((await send()).data).toEqual(answer.data)
  expect(await caller.post('/stage/report', { ...body, operator: 'Somebody else' })).toMatchObject({
    error: 'idempotencyReuse',
  })
  expect(await fingerprint()).toBe(before)
}

/** Packs or repacks codes. */
async function packs(people: People): Promise<void> {
  const foreign = chance(0.04)
  const chosen = choose(foreign ? any(place.all.filter(one => one !== people)) : people, undefined)
  if (new Set(chosen.codes).size < chosen.codes.length) return
  const parent = anyParent(people)
  const at = later('packing')
  const repack = chance(0.5)
  const reason = chance(0.8)
  const refused = goods.packRefusal(parent, chosen.codes, at, { repack, reason, foreign })
  const body = {
    parentCode: parent.text,
    ...chosen.rows,
    operator: 'Packer',
    time: iso(at),
    repack,
    ...(reason && { reason: 'In another box' }),
  }
  const what = `${people.firm.name} packs ${names(chosen.codes)} into ${names([parent])} at ${iso(at)}`
  if (await expectOf(what, refused, () => people.admin.post('/code/packing/pack', body)))
    goods.pack(parent, chosen.codes, at)
}

/** Unpacks codes. */
async function unpacks(people: People): Promise<void> {
  const full = codesOf(people).filter(code => goods.inside(code).length > 0)
  const parent = chance(0.5) ? (chance(0.8) && full.length > 0 ? any(full) : anyParent(people)) : undefined
  const packed = codesOf(people).filter(code => goods.within(code) && !code.rest)
  const one = packed.length > 0 && chance(0.8) ? any(packed) : anyOf(any(requestsOf(people)))
  const named: Chosen = chance(0.5)
    ? { codes: [one], numbered: false, body: { codes: [] }, rows: { codes: [one.text], ranges: [] } }
    : choose(people, one.request)
  if (new Set(named.codes).size < named.codes.length) return
  const everything = parent && chance(0.4)
  const codes = everything ? goods.inside(parent) : named.codes
  const at = later('seaShipping')
  const body = {
    ...(parent && { parentCode: parent.text }),
    ...(everything ? {} : named.rows),
    operator: 'Unpacker',
    time: iso(at),
    reason: 'Opened',
  }
  const refused = goods.unpackRefusal(parent, codes, at)
  const what = `${people.firm.name} unpacks ${names(codes)}${parent ? ` out of ${names([parent])}` : ''} at ${iso(at)}`
  if (await expectOf(what, refused, () => people.admin.post('/code/packing/unpack', body))) goods.unpack(codes, at)
}

const recordsOf = ({ firm }: People) => goods.versions.filter(one => one.batch.firm === firm)

/** Why a record cannot have a next version. */
function lockedOut({ status, batch }: RecordVersion, stranger: boolean): string | undefined {
  if (stranger) return 'notFound'
  if (status !== 'current') return 'stage.notCurrent'
  return batch.closed ? 'stage.batchInactive' : undefined
}

/** Corrects or withdraws a record. */
async function corrects(people: People): Promise<void> {
  const all = recordsOf(people)
  if (all.length === 0) return
  const before = chance(0.9) ? any(all.slice(-25)) : any(all)
  const at = chance(0.5) ? before.at : whenOf(before.stage)
  const namedPaper = chance(0.5) ? before.paper.paper : newest(people).paper
  // A correction keeps the relied-on version of a document, except for a newly named one.
  const paper =
    namedPaper === before.paper.paper ? before.paper : { paper: namedPaper, version: namedPaper.versions.length }
  const values = valuesOf(before.stage, at, people.firm.papers[0]!.code, numbersFor(before.stage))
  const claim = { stage: before.stage, codes: before.codes, at, values, paper }
  const questions = goods.questions(claim, before.batch, before)
  const confirmed = chance(0.8)
  const operator = `Clerk ${below(1000)}`
  const stranger = chance(0.05)
  const refused =
    lockedOut(before, stranger) ??
    (Number(values.outputVolume ?? 0) > Number(values.inputVolume ?? 0)
      ? 'plausible.outputAboveInput'
      : questions.length > 0 && !confirmed
        ? 'stage.unconfirmed'
        : undefined)
  const body = {
    reason: 'Typed wrongly',
    documentCode: namedPaper.code,
    operator,
    time: iso(at),
    values,
    ...(confirmed && { confirmed: questions.map(rule => ({ rule, reason: 'Measured again' })) }),
  }
  const caller = stranger ? place.all.find(one => one !== people)!.admin : people.admin
  const what = `${people.firm.name} corrects ${before.stage} ${before.id} ${names(before.codes)} to ${iso(at)} ${JSON.stringify(values)}`
  const answer = await expectOf(
    what,
    refused,
    () => caller.put<{ recordId: number }>(`/stage/record/${before.id}/correct`, body),
    refused === 'stage.unconfirmed' ? questions : undefined,
  )
  if (answer) goods.next(before, answer.data.recordId, { at, values, paper, operator, flags: questions })
}

async function withdraws(people: People): Promise<void> {
  const all = recordsOf(people)
  if (all.length === 0) return
  const before = any(all)
  const stranger = chance(0.05)
  const refused = lockedOut(before, stranger)
  const caller = stranger ? place.all.find(one => one !== people)!.admin : people.admin
  const answer = await expectOf(
    `${people.firm.name} voids ${before.stage} ${before.id} ${names(before.codes)}`,
    refused,
    () => caller.put<{ recordId: number }>(`/stage/record/${before.id}/void`, { reason: 'Reported twice' }),
  )
  if (answer) goods.next(before, answer.data.recordId, { status: 'voided' })
}

async function recalls(people: People): Promise<void> {
  const active = goods.recalls.filter(one => one.isActive && one.firm === people.firm)
  if (active.length > 0 && chance(0.6)) {
    const recall = any(active)
    await expectOf(`recall ${recall.id} is lifted`, undefined, () =>
      people.admin.put(`/catalog/recall/${recall.id}/lift`, { reason: 'Measured again' }),
    )
    recall.isActive = false
    return
  }
  const batch = chance(0.3) ? any(people.firm.batches) : undefined
  const chosen = choose(people)
  if (new Set(chosen.codes).size < chosen.codes.length) return
  const codes = batch ? [] : [...new Set([...chosen.codes, ...chosen.codes.flatMap(code => goods.deepInside(code))])]
  const refused = batch
    ? active.some(one => one.batch === batch) && 'catalog.batchRecalled'
    : active.some(one => one.codes.some(code => codes.includes(code))) && 'catalog.codeRecalled'
  const reports = chance(0.3) ? ('refuse' as const) : ('ask' as const)
  const body = {
    reason: 'Smells',
    advice: 'Bring it back',
    contact: 'The shop',
    reports: reports,
    ...(batch ? { batchId: batch.id } : chosen.rows),
  }
  const answer = await expectOf(
    `${people.firm.name} recalls ${batch ? `batch ${batch.id}` : names(codes)}`,
    refused || undefined,
    () => people.admin.post<{ id: number; codes: number | null }>('/catalog/recall/declare', body),
  )
  if (!answer) return
  expect(answer.data.codes).toBe(batch ? null : countOf(codes))
  goods.recalls.push({ id: answer.data.id, firm: people.firm, batch, codes, reports: reports, isActive: true })
}

/** The start states and the end state of each certification step. */
const steps: Record<string, Record<string, string>> = {
  submit: { notAuthorized: 'notYetCertified' },
  authorize: { notAuthorized: 'authorizedNotCertified' },
  resubmit: { failed: 'notYetCertified', authorizedFailed: 'authorizedNotCertified' },
  pass: { notYetCertified: 'certified', authorizedNotCertified: 'certified' },
  fail: { notYetCertified: 'failed', authorizedNotCertified: 'authorizedFailed' },
  withdraw: Object.fromEntries(
    ['notYetCertified', 'authorizedNotCertified', 'failed', 'authorizedFailed', 'certified'].map(from => [
      from,
      'notAuthorized',
    ]),
  ),
}

async function certifies(people: People): Promise<void> {
  const uncertified = requestsOf(people).filter(one => one.codes.some(code => code.certified !== 'certified'))
  const { codes, rows } = choose(people, uncertified.length > 0 && chance(0.9) ? any(uncertified) : undefined)
  if (new Set(codes).size < codes.length) return
  const fresh = codes.every(({ certified }) => certified === 'certified')
  if (fresh && chance(0.8)) return
  const verb = any([
    'submit',
    'submit',
    'authorize',
    'resubmit',
    'pass',
    'pass',
    'fail',
    chance(0.3) ? 'withdraw' : 'pass',
  ] as const)
  const judging = verb === 'pass' || verb === 'fail'
  const third = judging && chance(0.4)
  const by = any([people.admin, people.second])
  const fits = (code: Code) => steps[verb]![code.certified]
  const refused = third
    ? codes.some(code => code.certifier === null)
      ? 'stage.foreignCode'
      : codes.some(code => !fits(code)) && 'certification.stateRefused'
    : guardOf(codes, judging, by) || (codes.some(code => !fits(code)) && 'certification.stateRefused')
  const judged = { result: verb, judgedOn: dayOf(today), ...(verb === 'fail' && { reason: 'Papers do not fit' }) }
  const call = () => {
    if (third) return place.certifier.caller.post('/certification/review/judge', { ...rows, ...judged })
    const base = '/certification/authorization'
    if (judging) return by.post(`${base}/judge`, { ...rows, ...judged })
    const more =
      verb === 'authorize' ? { certifierId: place.certifier.id } : verb === 'submit' ? {} : { reason: 'Another way' }
    return by.post(`${base}/${verb}`, { ...rows, ...more })
  }
  if (!(await expectOf(`${verb} ${names(codes)}`, refused || undefined, call))) return
  for (const code of codes) {
    code.certified = fits(code)!
    if (verb === 'authorize') code.certifier = place.certifier.name
    if (verb === 'withdraw' || verb === 'submit') code.certifier = null
    if (!judging) code.handedInBy = by.accountId
  }
}

/** Users cannot review codes that they submitted, nor codes that a third party certifies. Ranges are checked in code order. */
function guardOf(codes: readonly Code[], judging: boolean, by: Caller): string | undefined {
  if (!judging) return undefined
  for (const code of [...codes].sort((a, b) => a.request.id - b.request.id || a.at - b.at)) {
    if (code.certifier !== null) return 'certification.byThirdParty'
    if (code.certified === 'notYetCertified' && code.handedInBy === by.accountId) return 'certification.ownSubmission'
  }
  return undefined
}

/** Adds a version of a document; records keep relying on the version before. */
async function renews({ firm, admin }: People): Promise<void> {
  const paper = any(firm.papers)
  const next = { ...paper.versions.at(-1)!, name: `Paper ${below(10_000)}` }
  if (chance(0.3) && next.until) next.until = dayOf(today - below(40) * day)
  if (chance(0.3) && next.from) next.from = dayOf(today - (20 + below(30)) * day)
  const body = { id: paper.id, name: next.name, validFrom: next.from, validUntil: next.until }
  const used = goods.versions.some(one => one.paper.paper === paper && one.paper.version === paper.versions.length)
  const path = '/evidence/document/version'
  const answer = await expectOf(`${firm.name} renews ${paper.code} ${used} ${JSON.stringify(next)}`, undefined, () =>
    used ? admin.post(path, body) : admin.put('/evidence/document', body),
  )
  if (!answer) return
  if (used) paper.versions.push(next)
  else paper.versions[paper.versions.length - 1] = next
}

/** Adds a request to a batch. */
async function prints(people: People): Promise<void> {
  const batch = any(people.firm.batches.filter(one => !one.closed))
  if (requestsOf(people).length > 12) return
  diary.push(`${people.firm.name} prints for ${batch.id}`)
  await addRequest(place, people, batch, any(['item', 'item', 'package'] as const), { known: 5 })
}

async function closes(people: People): Promise<void> {
  const open = people.firm.batches.filter(
    one => !one.closed && goods.current().some(recordVersion => recordVersion.batch === one),
  )
  if (open.length === 0 || people.firm.batches.filter(one => !one.closed).length < 2 || !chance(0.15)) return
  const batch = any(open)
  if (
    await expectOf(`${people.firm.name} closes ${batch.id}`, undefined, () =>
      people.admin.put(`/catalog/batch/${batch.id}/close`, {}),
    )
  )
    batch.closed = true
}

/** Reports several logs as a table, each of which becomes a record. */
async function tabulates(people: People): Promise<void> {
  const stage = any(['felling', 'rawMaterialPurchase', 'forestInspection', 'dockInspection'] as const)
  const items = requestsOf(people).filter(
    one => one.type === 'item' && one.codes.every(code => code.certified === 'certified'),
  )
  const request = any(items)
  const free = request.codes.filter(
    code => !code.rest && !goods.current().some(one => one.stage === stage && one.codes.includes(code)),
  )
  const codes = [
    ...new Set(Array.from({ length: 1 + below(4) }, () => (chance(0.9) ? any(free) : anyOf(request)))),
  ].filter(Boolean)
  if (codes.length === 0) return
  const table = tableOf(stage)!
  const at = whenOf(stage)
  const paper = newest(people)
  const logs = codes.map(code => {
    const volume = String(1 + below(30))
    const {
      quantity: _,
      rawMaterialQuantity: __,
      ...values
    } = valuesOf(stage, at, people.firm.papers[0]!.code, { volume })
    return { code, values }
  })
  const confirmed = chance(0.7)
  const claim = (values: Record<string, unknown>, its: readonly Code[]): Report => ({
    stage,
    circulation: request.batch.circulation,
    codes: its,
    at,
    values,
    paper,
    parent: undefined,
    linkCodes: false,
    confirmed,
  })
  const refusals = logs.map(({ code, values }) => goods.refusal({ ...claim(values, [code]), confirmed: true }))
  const wrong = refusals.flatMap(one => one?.error ?? [])
  // Refusals that name a code come before refusals of the whole report.
  const hard = wrong.find(error => !error.startsWith('stage.circulation')) ?? wrong[0]
  // Each row is checked together with the rows before it, in code order.
  const inOrder = [...logs].sort((a, b) => (a.code.text < b.code.text ? -1 : 1))
  const questions = hard ? [] : [...new Set(goods.together(inOrder.map(({ code, values }) => claim(values, [code]))))]
  const rowValues = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => table.fields.includes(key)))
  const commonValues = Object.fromEntries(
    Object.entries(logs[0]!.values).filter(([key]) => !table.fields.includes(key)),
  )
  const operator = `Team ${below(1000)}`
  const body = {
    reportId: reportId(),
    stage,
    templateId: place.templates.get(stage)!,
    circulationId: request.batch.circulation,
    documentCode: paper.paper.code,
    operator,
    time: iso(at),
    ...(confirmed && { confirmed: questions.map(rule => ({ rule, reason: 'So it is' })) }),
    values: commonValues,
    rows: logs.map(({ code, values }) => ({ code: code.text, values: rowValues(values) })),
  }
  const refused = hard ?? (questions.length > 0 && !confirmed ? 'stage.unconfirmed' : undefined)
  const what = `${people.firm.name} tabulates ${stage} of ${names(codes)} at ${iso(at)}: ${logs.map(({ values }) => values.volume).join(' ')}`
  const send = () => people.field.post<{ records: { code: string; recordId: number }[] }>('/stage/report/rows', body)
  const answer = await expectOf(what, refused, send, hard ? undefined : questions)
  if (!answer) return
  for (const { code, values } of inOrder) {
    const { recordId } = answer.data.records.find(one => one.code === code.text)!
    goods.report(claim(values, [code]), recordId, operator)
  }
  if (chance(0.3)) expect((await send()).data).toEqual(answer.data)
}

async function forgets(people: People): Promise<void> {
  const all = recordsOf(people)
  if (all.length === 0 || !chance(0.2)) return
  const one = any(all)
  await expectOf(`${people.firm.name} forgets ${one.id}`, undefined, () =>
    people.admin.post(`/stage/record/${one.id}/forget`, {}),
  )
  for (const recordVersion of goods.versions) if (recordVersion.first === one.first) recordVersion.operator = ''
}

const doings: [share: number, verb: (people: People) => Promise<void>][] = [
  [34, reports],
  [8, tabulates],
  [14, packs],
  [9, unpacks],
  [10, corrects],
  [6, withdraws],
  [5, recalls],
  [8, certifies],
  [3, renews],
  [1, prints],
  [1, closes],
  [2, forgets],
]
const shares = doings.reduce((sum, [share]) => sum + share, 0)

async function act(): Promise<void> {
  let left = random() * shares
  for (const [share, verb] of doings) {
    left -= share
    if (left < 0) return verb(any(place.all))
  }
}

// ---- what the interfaces show ----

const append = async () => {
  const sequencer = makeSequencer(world.services)
  while ((await sequencer.append()) > 0);
}

/** Checks what all readers see of one code. */
async function agree(code: Code): Promise<void> {
  const when = `after ${diary.length} verbs, ${names([code])} ${code.text}`
  const speaking = goods.speaking(code)
  const trace = (await world.anonymous.get<TraceAnswer>(`/trace/${code.text}`)).data
  expect(trace.records.total, when).toBe(speaking.length)
  expect(
    trace.histories.map(({ stage, total, firstAt, lastAt }) => [stage, total, firstAt, lastAt]),
    when,
  ).toEqual(
    stageKeys.flatMap(stage => {
      const its = speaking.filter(one => one.stage === stage)
      return its.length > 0 ? [[stage, its.length, iso(its[0]!.at), iso(its.at(-1)!.at)]] : []
    }),
  )
  const displayed =
    speaking.length <= 60
      ? speaking
      : speaking.filter(one => trace.stages.some(({ recordId }) => recordId === String(one.first)))
  expect(
    trace.stages.map(({ recordId, version }) => `${recordId} v${version}`),
    when,
  ).toEqual(displayed.map(one => `${one.first} v${one.version}`))
  for (const [n, stage] of trace.stages.entries()) tellsAlike(stage, displayed[n]!, when)
  if (speaking.length > 60) {
    const longest = trace.histories.find(({ gapAfter }) => gapAfter !== null)
    if (longest)
      await pagesAlike(
        code,
        longest.stage,
        speaking.filter(one => one.stage === longest.stage),
        when,
      )
  }
  const recalled = goods.recallsOf(code)
  expect(
    trace.recalls.map(({ of, lifted }) => [of, lifted === null]),
    when,
  ).toEqual(recalled.map(({ batch, isActive: standing }) => [batch ? 'batch' : 'codes', standing]))
  expect(trace.status, when).toBe(recalled.some(({ isActive: standing }) => standing) ? 'recalled' : 'active')
  expect(trace.certification.state, when).toBe(code.certified)
  await deskAgrees(code, when)
}

function tellsAlike(stage: TraceAnswer['stages'][number], recordVersion: RecordVersion, when: string): void {
  const which = `${when}, record ${recordVersion.id}`
  expect(stage.stage, which).toBe(recordVersion.stage)
  expect(stage.happenedAt, which).toBe(iso(recordVersion.at))
  expect(stage.corrected, which).toBe(recordVersion.version > 1)
  const { paper, version } = recordVersion.paper
  expect(
    stage.documents.map(({ code, name }) => [code, name]),
    which,
  ).toContainEqual([paper.code, paper.versions[version - 1]!.name])
  for (const { key, value } of stage.values)
    if (key in recordVersion.values && numbersOf(recordVersion.stage).includes(key))
      expect(Number(value), `${which} ${key}`).toBe(Number(recordVersion.values[key]))
  // Public numbers of the stage must appear for each record that has them.
  for (const key of numbersOf(recordVersion.stage))
    if (/olume/.test(key))
      expect(
        stage.values.some(one => one.key === key),
        `${which} ${key}`,
      ).toBe(key in recordVersion.values)
}

/** Reads a long stage page by page. */
async function pagesAlike(code: Code, stage: StageKey, its: readonly RecordVersion[], when: string): Promise<void> {
  const records: string[] = []
  let after: string | null = null
  do {
    const page: TraceRecords = (
      await world.anonymous.get<TraceRecords>(
        `/trace/${code.text}/records?stage=${stage}&limit=20${after ? `&after=${after}` : ''}`,
      )
    ).data
    expect(page.before, when).toBe(records.length)
    records.push(...page.records.map(({ recordId }) => recordId))
    after = page.next
  } while (after)
  expect(records, when).toEqual(its.map(({ first }) => String(first)))
}

const peopleOf = (code: Code) => place.all.find(({ firm }) => firm === code.request.batch.firm)!

async function deskAgrees(code: Code, when: string): Promise<void> {
  const { admin } = peopleOf(code)
  const about = (await admin.get<{ parentCode: string | null; certification: string }>(`/code/qr/${code.text}`)).data
  expect(about.parentCode, when).toBe(goods.within(code)?.text ?? null)
  expect(about.certification, when).toBe(code.certified)
  const codeHistory = (await admin.get<CodeHistory>(`/code/qr/${code.text}/life`)).data
  expect(
    codeHistory.records!.map(({ id, stage, time, version, named, flagged }) => [
      id,
      stage,
      iso(Date.parse(time)),
      version,
      named,
      flagged,
    ]),
    when,
  ).toEqual(
    goods
      .life(code)
      .map(one => [one.id, one.stage, iso(one.at), one.version, one.codes.includes(code), one.flags.length > 0]),
  )
  const history = (await admin.get<PackingPeriod[]>(`/code/packing/history/${code.text}`)).data
  const expected = goods.history(code)
  expect(
    history.map(({ parentCode, since, until }) => [parentCode, Date.parse(since), until !== null]),
    when,
  ).toEqual(expected.map(({ parentCode, since, until }) => [parentCode, since, until !== null]))
  for (const [n, { until }] of history.entries())
    if (until && !expected[n]!.never) expect(Date.parse(until), when).toBe(expected[n]!.until)
  const contents = (await admin.get<PackingContents>(`/code/packing/contents/${code.text}?limit=100`)).data
  expect(
    contents.within.map(one => one.code),
    when,
  ).toEqual(goods.above(code).map(({ text }) => text))
  const deep = goods.deepInside(code)
  expect(Object.fromEntries(contents.counts.map(({ codeType, count }) => [codeType, count])), when).toEqual(
    Object.fromEntries(
      (['item', 'package', 'container'] as const).flatMap(type => {
        const n = countOf(deep.filter(one => one.request.type === type))
        return n > 0 ? [[type, n]] : []
      }),
    ),
  )
  expect(
    contents.groups.reduce((sum, { count }) => sum + count, 0),
    when,
  ).toBe(countOf(goods.inside(code)))
  const recalled = (await admin.get<{ id: number; status: string }[]>(`/catalog/recall/code/${code.text}`)).data
  expect(
    recalled.map(({ id, status }) => [id, status]),
    when,
  ).toEqual(goods.recallsOf(code).map(({ id, isActive: standing }) => [id, standing ? 'standing' : 'lifted']))
}

/** Checks the stages of a batch: the numbers of records and codes. */
async function batchAgrees(batch: Batch): Promise<void> {
  const { admin } = place.all.find(({ firm }) => firm === batch.firm)!
  const { data } = await admin.get<{ stages: { stage: StageKey; recordCount: number; codeCount: number }[] }>(
    `/catalog/batch/${batch.id}/stages`,
  )
  for (const { stage, recordCount, codeCount } of data.stages) {
    const its = goods.current().filter(one => one.batch === batch && one.stage === stage)
    expect([stage, recordCount, codeCount], `after ${diary.length} verbs`).toEqual([
      stage,
      its.length,
      its.reduce((sum, { codes }) => sum + countOf(codes), 0),
    ])
  }
}

/** Checks the back-office detail of one version of a record. */
async function recordAgrees(recordVersion: RecordVersion): Promise<void> {
  const when = `after ${diary.length} verbs, record ${recordVersion.id}`
  const { admin } = place.all.find(({ firm }) => firm === recordVersion.batch.firm)!
  const { data } = await admin.get<{
    status: string
    version: number
    codes: number
    operator: string
    time: string
    parentCode: string | null
    flags: { rule: string }[]
    values: { key: string; value: unknown }[]
    papers: { field: string; code: string; name: string; version: number }[]
    versions: { id: number }[]
  }>(`/stage/record/${recordVersion.id}`)
  expect([data.status, data.version, data.codes, data.operator, iso(Date.parse(data.time))], when).toEqual([
    recordVersion.status,
    recordVersion.version,
    countOf(recordVersion.codes),
    recordVersion.operator,
    iso(recordVersion.at),
  ])
  expect(data.parentCode, when).toBe(recordVersion.parent?.text ?? null)
  expect(data.flags.map(({ rule }) => rule).sort(), when).toEqual([...recordVersion.flags].sort())
  for (const key of numbersOf(recordVersion.stage))
    expect(Number(data.values.find(one => one.key === key)?.value ?? 0), `${when} ${key}`).toBe(
      Number(recordVersion.values[key] ?? 0),
    )
  const { paper, version } = recordVersion.paper
  expect(
    data.papers.find(({ field }) => field === ''),
    when,
  ).toMatchObject({ code: paper.code, version, name: paper.versions[version - 1]!.name })
  expect(
    data.versions.map(({ id }) => id).sort((a, b) => a - b),
    when,
  ).toEqual(goods.versions.filter(one => one.first === recordVersion.first).map(({ id }) => id))
}

/** Checks that another enterprise finds nothing. */
async function strangersSeeNothing(code: Code): Promise<void> {
  const stranger = place.all.find(({ firm }) => firm !== code.request.batch.firm)!.admin
  const unknown = { code: 404, error: 'code.unknown' }
  for (const path of [
    `/code/qr/${code.text}`,
    `/code/qr/${code.text}/life`,
    `/code/packing/history/${code.text}`,
    `/code/packing/contents/${code.text}`,
  ])
    expect(await stranger.get(path), path).toMatchObject(unknown)
  const { id } = code.request.batch
  for (const path of [
    `/stage/record/list?batchId=${id}`,
    `/code/packing/list?code=${code.text}`,
    `/catalog/recall/list?code=${code.text}`,
  ])
    expect((await stranger.get(path)).rows, path).toEqual([])
  expect((await stranger.get(`/stage/code/${code.text}`)).data).toMatchObject({ known: false })
  const recordVersion = goods.speaking(code)[0]
  if (recordVersion) expect((await stranger.get(`/stage/record/${recordVersion.id}`)).error).toBe('notFound')
}

let head: { size: number; root: Uint8Array } | undefined

/** Checks that everything is in the log, that the log only grows, and that a reader's browser can prove what it shows. */
async function ledgerAgrees(codes: readonly Code[]): Promise<void> {
  await append()
  const note = (await world.app.inject({ url: '/ledger/checkpoint' })).payload
  const now = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1))
  if (head && head.size < now.size) {
    const proof = (await world.app.inject({ url: `/ledger/consistency/${head.size}/${now.size}` })).payload
    const hashes = proof.split('\n').filter(Boolean).map(fromBase64)
    expect(verifyConsistency(head.size, now.size, head.root, now.root, hashes)).toBe(true)
  }
  head = { size: now.size, root: now.root }
  for (const code of codes) {
    const when = `after ${diary.length} verbs, ${names([code])} ${code.text}`
    const walk = await walkServedProof({ world }, code.text)
    expect([walk.outcome, walk.faults], when).toEqual(['proven', []])
    const stated = (await world.anonymous.get<TraceAnswer>(`/trace/${code.text}`)).data
    const { answer } = walk.item!
    expect(recordContents(answer), when).toEqual(recordContents(stated))
    for (const part of ['recalls', 'status', 'certification'] as const)
      expect(answer[part], `${when} ${part}`).toEqual(stated[part])
  }
}

const checkLedger = async () => {
  await append()
  expect((await checkWholeLedger(world.services.database, ledgerLog(world.services), rowChecks)).faults).toEqual([])
}

test(`every interface shows a random history of goods (seed ${seed}) as a simple model computes it`, async () => {
  for (let round = 0; diary.length < verbs; round++) {
    for (let n = 0; n < 6; n++) await act()
    const codes = [
      any(goods.codes()),
      any(
        goods
          .codes()
          .filter(code => code.stays.length > 0)
          .concat(any(goods.codes())),
      ),
    ]
    for (const code of codes) await agree(code)
    if (goods.versions.length > 0) await recordAgrees(any(goods.versions))
    if (round % 4 === 0) await strangersSeeNothing(codes[0]!)
    if (round % 4 === 1) await batchAgrees(any(place.all).firm.batches[below(2)]!)
    if (round % 4 === 2) await ledgerAgrees(codes)
  }
  for (const { firm } of place.all) for (const batch of firm.batches) await batchAgrees(batch)
  await checkLedger()
})
