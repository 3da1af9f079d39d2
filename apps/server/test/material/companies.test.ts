import type { StageKey } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Company, makeCompany, report } from '../custody/companies.ts'
import { makeDice } from '../dice.ts'
import { circulationOf, makeGoods } from '../goods.ts'
import { type Answered, makeWorld, type World } from '../harness.ts'
import { type ReportAnswer, woodValues } from './report-wood.ts'

/**
 * Wood that passes through three companies, in random acts with corrections and withdrawals, against a naive model that
 * only knows records: it says of each act beforehand whether it must be accepted. Volumes are litres, as whole numbers.
 */
const acts = 400
const seed = 20_261_130

type Form = 'log' | 'sawn' | 'product'
const forms: readonly Form[] = ['log', 'sawn', 'product']

/** A current record of the model. */
interface ModelRecord {
  id: number
  code: string
  stage: 'felling' | 'processing' | 'secondaryProcessing'
  takes: number
  gives: number
}

/** Wood that went from a batch to another one of the same company. */
interface ModelTransfer {
  id: number
  from: ModelBatch
  to: ModelBatch
  form: Form
  volume: number
}

/** Goods of a company. */
class ModelBatch {
  readonly owner: number
  readonly id: number
  /** Codes that are still here. */
  codes: string[]
  /** What came by a handover, in which form; `measured` is the difference of the receiver's measure. */
  readonly received: { form: Form; volume: number; measured: number } | undefined
  records: ModelRecord[] = []
  handedOver: { form: Form; volume: number }[] = []
  transfers: ModelTransfer[] = []

  constructor(owner: number, id: number, codes: string[], received?: ModelBatch['received']) {
    this.owner = owner
    this.id = id
    this.codes = codes
    this.received = received
  }

  /** All that came in, in a form. */
  comeIn(form: Form): number {
    const outputs = this.records.filter(({ stage }) => givenForm[stage] === form)
    const takenOver = this.transfers.filter(one => one.form === form && one.to === this)
    return (
      sum([...outputs.map(({ gives }) => gives), ...takenOver.map(({ volume }) => volume)]) +
      (this.received?.form === form ? this.received.volume : 0)
    )
  }

  there(form: Form): number {
    const used = this.records.filter(({ stage }) => takenForm[stage] === form)
    const gone = [...this.handedOver, ...this.transfers.filter(({ from }) => from === this)].filter(
      one => one.form === form,
    )
    const measured = this.received?.form === form ? this.received.measured : 0
    return this.comeIn(form) + measured - sum(used.map(({ takes }) => takes)) - sum(gone.map(({ volume }) => volume))
  }

  get residue(): number {
    return sum(this.records.filter(({ stage }) => stage !== 'felling').map(({ takes, gives }) => takes - gives))
  }

  /** Codes without this stage. */
  freeFor(stage: ModelRecord['stage']): string[] {
    return this.codes.filter(code => !this.records.some(record => record.code === code && record.stage === stage))
  }
}

const givenForm = { felling: 'log', processing: 'sawn', secondaryProcessing: 'product' } as const
const takenForm = { felling: undefined, processing: 'log', secondaryProcessing: 'sawn' } as const
const yields = { processing: 0.45, secondaryProcessing: 0.8 }

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const cubicMetres = (litres: number): string => (litres / 1000).toFixed(3)
const litres = (volume: unknown): number => Math.round(Number(volume) * 1000)

let world: World
let companies: Company[]

beforeAll(async () => {
  world = await makeWorld()
  const stages: StageKey[] = ['felling', 'processing', 'secondaryProcessing']
  companies = [
    await makeCompany(world, 'CONCESSION', stages),
    await makeCompany(world, 'SAWMILL', stages),
    await makeCompany(world, 'FACTORY', stages),
  ]
})

test(`${acts} random acts of three companies: what the model allows is accepted, and the wood adds up`, async () => {
  const dice = makeDice(seed)
  const batches: ModelBatch[] = []
  for (let n = 0; n < 3; n++) {
    const goods = await makeGoods(world, companies[0]!.admin)
    batches.push(new ModelBatch(0, goods.batchId, goods.codes.slice(0, 40)))
  }
  const done: Record<string, number> = {}
  const count = (act: string) => (done[act] = (done[act] ?? 0) + 1)

  /** The values of a record in cubic metres. */
  const valuesOf = ({ stage, takes, gives }: Pick<ModelRecord, 'stage' | 'takes' | 'gives'>): object =>
    stage === 'felling'
      ? { treeSpecies: 'OKO', volume: cubicMetres(gives) }
      : { inputSpecies: 'OKO', inputVolume: cubicMetres(takes), outputVolume: cubicMetres(gives) }

  // Stages in any order: receivers begin with their own.
  const circulationId = await circulationOf(world, 'free')
  const submit = (batch: ModelBatch, { code, stage, ...record }: Omit<ModelRecord, 'id'>) =>
    report(world, companies[batch.owner]!, [code], stage, new Date(), {
      circulationId,
      values: woodValues(stage, valuesOf({ stage, ...record })),
    }) as unknown as Promise<Answered<ReportAnswer>>

  const expectAccepted = (what: string, answer: Answered) =>
    expect(answer.code, `${what}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(200)

  async function fell(batch: ModelBatch) {
    const [code] = batch.freeFor('felling')
    if (batch.received || code === undefined) return
    const record = { code, stage: 'felling', takes: 0, gives: 500 + dice.below(9500) } as const
    const answer = await submit(batch, record)
    expectAccepted('felling', answer)
    batch.records.push({ ...record, id: answer.data.recordId })
    count('felled')
  }

  async function convert(batch: ModelBatch, stage: 'processing' | 'secondaryProcessing') {
    const [code] = batch.freeFor(stage)
    const there = batch.there(takenForm[stage])
    if (code === undefined || there < 100) return
    const isTooMuch = dice.chance(0.25)
    // Beyond what later measures may give: a tenth of all that came in.
    const takes = isTooMuch ? there + Math.ceil(batch.comeIn(takenForm[stage]) * 0.2) + 1 : 50 + dice.below(there - 49)
    const record = { code, stage, takes, gives: Math.max(1, Math.round(takes * yields[stage])) }
    const answer = await submit(batch, record)
    if (isTooMuch) {
      expect(answer.error).toBe('material.overdrawn')
      count('overdrawn')
      return
    }
    expectAccepted(stage, answer)
    batch.records.push({ ...record, id: answer.data.recordId })
    count(stage)
  }

  /** Whether the wood adds up without a record, or with another one in its place; undefined where measures might explain it. */
  function addsUp(batch: ModelBatch, record: ModelRecord, next?: ModelRecord): boolean | undefined {
    const before = batch.records
    batch.records = [...before.filter(one => one !== record), ...(next ? [next] : [])]
    const answer = isCovered(batch)
    batch.records = before
    return answer
  }

  function isCovered(batch: ModelBatch): boolean | undefined {
    const shortages = forms.map(form => -batch.there(form) / Math.max(1, batch.comeIn(form)))
    if (shortages.every(shortage => shortage <= 0)) return true
    return shortages.some(shortage => shortage > 0.11) ? false : undefined
  }

  async function correct(batch: ModelBatch) {
    if (batch.records.length === 0) return
    const record = dice.any(batch.records)
    const factor = 0.3 + dice.random() * 1.2
    const takes = Math.round(record.takes * factor)
    const gives = Math.max(1, Math.round(record.gives * factor))
    const next = { ...record, takes, gives }
    const isGood = addsUp(batch, record, next)
    if (isGood === undefined || takes + gives > 90_000) return
    const answer = await companies[batch.owner]!.admin.put<{ recordId: number }>(`/stage/record/${record.id}/correct`, {
      reason: 'Measured again',
      documentCode: 'PAPER',
      operator: 'Reporter',
      time: new Date().toISOString(),
      values: woodValues(record.stage, valuesOf(next)),
    })
    if (isGood) {
      expectAccepted('correction', answer)
      batch.records = batch.records.map(one => (one === record ? { ...next, id: answer.data.recordId } : one))
    } else expect(['material.reliedUpon', 'material.overdrawn']).toContain(answer.error)
    count(isGood ? 'corrected' : 'correctionRefused')
  }

  async function withdraw(batch: ModelBatch) {
    if (batch.records.length === 0) return
    const record = dice.any(batch.records)
    const isGood = addsUp(batch, record)
    if (isGood === undefined) return
    const body = { reason: 'Wrong batch', laterStages: true }
    const answer = await companies[batch.owner]!.admin.put(`/stage/record/${record.id}/void`, body)
    if (isGood) {
      expectAccepted('withdrawal', answer)
      batch.records = batch.records.filter(one => one !== record)
    } else expect(answer.error).toBe('material.reliedUpon')
    count(isGood ? 'withdrawn' : 'withdrawalRefused')
  }

  async function handOver(batch: ModelBatch) {
    const form = forms.findLast(one => batch.comeIn(one) > 0)
    if (form === undefined || batch.owner === 2 || batch.codes.length < 12) return
    const volume = Math.floor(batch.there(form) / 2)
    if (volume < 200) return
    const codes = batch.codes.slice(-6)
    const receiver = companies[batch.owner + 1]!
    const offered = await companies[batch.owner]!.admin.post<{ id: number }>('/custody/offer', {
      receiver: receiver.identification,
      codes,
      volume: cubicMetres(volume),
    })
    expectAccepted('offer', offered)
    const measured = Math.round(volume * (dice.random() * 0.1 - 0.05))
    const accepted = await receiver.admin.put<{ batchId: number }>(`/custody/offer/${offered.data.id}/accept`, {
      receivedVolume: cubicMetres(volume + measured),
      ...(measured !== 0 && { difference: 'Measured on arrival' }),
    })
    expectAccepted('acceptance', accepted)
    await world.admin.query('update batch set circulation_id = $2, circulation_steps = null where id = $1', [
      accepted.data.batchId,
      circulationId,
    ])
    batch.codes = batch.codes.slice(0, -6)
    batch.handedOver.push({ form, volume })
    batches.push(new ModelBatch(batch.owner + 1, accepted.data.batchId, codes, { form, volume, measured }))
    count('handedOver')
  }

  async function transfer(from: ModelBatch) {
    const form = dice.any(forms)
    const targets = batches.filter(
      one =>
        one !== from &&
        one.owner === from.owner &&
        // Wood that is felled where other wood was transferred before is taken for the same wood.
        (form !== 'log' || one.received || one.records.some(({ stage }) => stage === 'felling')),
    )
    if (targets.length === 0 || from.there(form) < 100) return
    const to = dice.any(targets)
    const isTooMuch = dice.chance(0.25)
    const volume = isTooMuch ? from.there(form) + 1 : 50 + dice.below(from.there(form) - 49)
    const answer = await companies[from.owner]!.admin.post<{ id: number }>('/material/transfer', {
      happenedAt: new Date().toISOString(),
      lines: [{ fromBatchId: from.id, toBatchId: to.id, species: 'OKO', form, volume: cubicMetres(volume) }],
    })
    if (isTooMuch) {
      expect(answer.error).toBe('material.overdrawn')
      count('transferRefused')
      return
    }
    expectAccepted('transfer', answer)
    const done = { id: answer.data.id, from, to, form, volume }
    from.transfers.push(done)
    to.transfers.push(done)
    count('transferred')
  }

  async function reverseTransfer(batch: ModelBatch) {
    if (batch.transfers.length === 0) return
    const one = dice.any(batch.transfers)
    const { from, to } = one
    const [fromBefore, toBefore] = [from.transfers, to.transfers]
    from.transfers = fromBefore.filter(other => other !== one)
    to.transfers = toBefore.filter(other => other !== one)
    const isGood = isCovered(to)
    if (isGood !== undefined) {
      const answer = await companies[batch.owner]!.admin.put(`/material/transfer/${one.id}/reverse`, {
        reason: 'Wrong batch',
      })
      if (isGood) expectAccepted('reversal', answer)
      else expect(answer.error).toBe('material.reliedUpon')
      count(isGood ? 'reversed' : 'reversalRefused')
    }
    if (!isGood) [from.transfers, to.transfers] = [fromBefore, toBefore]
  }

  for (let n = 0; n < acts; n++) {
    const batch = dice.any(batches)
    const act = dice.random()
    if (act < 0.3) await fell(batch)
    else if (act < 0.5) await convert(batch, 'processing')
    else if (act < 0.62) await convert(batch, 'secondaryProcessing')
    else if (act < 0.71) await handOver(batch)
    else if (act < 0.8) await transfer(batch)
    else if (act < 0.83) await reverseTransfer(batch)
    else if (act < 0.92) await correct(batch)
    else await withdraw(batch)
  }

  // Each kind of act took part.
  for (const act of [
    'felled',
    'processing',
    'secondaryProcessing',
    'handedOver',
    'overdrawn',
    'transferred',
    'transferRefused',
    'reversed',
    'corrected',
    'withdrawn',
  ])
    expect(done[act] ?? 0, `${act} of ${JSON.stringify(done)}`).toBeGreaterThan(1)
  expect((done.correctionRefused ?? 0) + (done.withdrawalRefused ?? 0), JSON.stringify(done)).toBeGreaterThan(1)

  const all = await world.admin.query<{ batch: number; form: string; volume: string }>(
    `select batch_id::int as batch, form, volume from material_balance where species <> '' and volume <> 0`,
  )
  const stored = Object.fromEntries(all.rows.map(({ batch, form, volume }) => [`${batch} ${form}`, litres(volume)]))
  const expected = batches.flatMap(batch => [
    ...forms.map(form => [`${batch.id} ${form}`, batch.there(form)] as const),
    [`${batch.id} residue`, batch.residue] as const,
  ])
  expect(stored).toEqual(Object.fromEntries(expected.filter(([, volume]) => volume !== 0)))

  // Nothing appeared and nothing vanished: all that was felled is somewhere, but for differences of measure.
  const felled = sum(
    batches.flatMap(({ records }) => records.flatMap(one => (one.stage === 'felling' ? one.gives : 0))),
  )
  const measured = sum(batches.map(({ received }) => received?.measured ?? 0))
  expect(sum(Object.values(stored))).toBe(felled + measured)

  const entries = await world.admin.query<{ key: string; volume: string }>(
    `select batch_id || ' ' || form as key, sum(volume) as volume from material_entry group by batch_id, form having sum(volume) <> 0`,
  )
  expect(Object.fromEntries(entries.rows.map(({ key, volume }) => [key, litres(volume)]))).toEqual(stored)
})
