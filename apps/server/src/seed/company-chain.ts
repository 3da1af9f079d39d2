import type { acceptOffer, addOffer } from '@timbermark/contract/calls'
import type { DisputeKind, ParsedBodyOf, StageKey } from '@timbermark/contract'
import { ownCirculation } from '@timbermark/contract/stages'
import { unpack } from '../areas/code/packing/pack.ts'
import { joinStages } from '../areas/custody/accept-invitation.ts'
import { addWoodTransfer } from '../areas/material/ledger/transfers.ts'
import { takeOver } from '../areas/custody/accept-offer.ts'
import { writeDisputeLine } from '../areas/custody/dispute.ts'
import { invite } from '../areas/custody/invitations.ts'
import { makeOffer } from '../areas/custody/offers.ts'
import type { Actor } from '../platform/actor.ts'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/database/sql.ts'
import { certifyDemo } from './certification.ts'
import { chainStage, cubicMetres, flooringMetres, kilograms } from './chain-stages.ts'
import { draw } from './pictures.ts'
import { type DemoTenant, storyMoment, storyReporter } from './report-story.ts'
import { type Story, storyStages, woods } from './story.ts'

/** A company of the chain: its people, and its desk account with all permissions. */
export interface ChainCompany {
  tenant: DemoTenant
  desk: Actor
}

export interface ChainCompanies {
  exporter: ChainCompany
  importer: ChainCompany
  factory: ChainCompany
  shop: ChainCompany
  agent: ChainCompany
  certifier: Actor
}

/** A range of serials from 0, both included. */
type Serials = Readonly<{ from: number; to: number }>

const countOf = ({ from, to }: Serials): number => to - from + 1

/** Broken on the road: the factory leaves them out. */
const broken: Serials = { from: 398, to: 399 }
/** Too moist: the factory sends them back. */
const returned: Serials = { from: 378, to: 397 }
const processed: Serials = { from: 0, to: 377 }
const toShop: Serials = { from: 0, to: 199 }
const sold: Serials = { from: 0, to: 11 }
/** What is on offer and nobody has accepted yet. */
const waitsForShop: Serials = { from: 200, to: 259 }
const waitsForImporter: Serials = { from: 600, to: 799 }
/** Goods of the exporter that the agent is invited to clear. */
const toClear: Serials = { from: 820, to: 859 }

const stageDay = (stage: StageKey): number => storyStages.find(one => one.stage === stage)!.day

/** How the companies act on the goods of the batch, each with its desk account, on the days of the story. */
function actionsOn(services: Services, story: Story, codeAt: (serial: number) => string) {
  const range = ({ from, to }: Serials) => ({ first: codeAt(from), last: codeAt(to) })
  /** Other processes are notified; this one has the rows of before. */
  const changed = <T>(answer: T): T => {
    services.directory.forgetAll()
    return answer
  }
  const languageOf = ({ desk }: ChainCompany) => (desk.tenantName.startsWith('Demo') ? story.language : 'zh')
  const callOf = (company: ChainCompany) => ({ services, actor: company.desk, language: languageOf(company) })
  return {
    range,
    offer: (
      by: ChainCompany,
      receiver: string,
      goods: Serials | string,
      words: Partial<ParsedBodyOf<typeof addOffer>>,
      at: Date,
    ) =>
      makeOffer(
        callOf(by),
        {
          receiver,
          codes: typeof goods === 'string' ? [goods] : [],
          ranges: typeof goods === 'string' ? [] : [range(goods)],
          numbers: [],
          sharesPlots: false,
          ...words,
        },
        at,
      ),
    accept: async (
      by: ChainCompany,
      { id }: { id: number },
      receipt: Partial<ParsedBodyOf<typeof acceptOffer>>,
      at: Date,
    ) => changed(await takeOver(callOf(by), id, { without: { codes: [], ranges: [] }, photos: [], ...receipt }, at)),
    invite: (by: ChainCompany, partner: string, goods: Serials | string, stages: StageKey[], note: string, at: Date) =>
      invite(
        callOf(by),
        {
          partner,
          codes: typeof goods === 'string' ? [goods] : [],
          ranges: typeof goods === 'string' ? [] : [range(goods)],
          numbers: [],
          stages,
          untilOn: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
          note,
        },
        at,
      ),
    join: async (by: ChainCompany, { id }: { id: number }, at: Date) =>
      changed(await joinStages(callOf(by), id, null, at)),
    dispute: (
      { desk }: ChainCompany,
      { id }: { id: number },
      seen: number,
      kind: DisputeKind,
      text: string,
      at: Date,
    ) => services.database.withTenant(desk.tenantId, db => writeDisputeLine(db, desk, id, { kind, text, seen }, at)),
    unpack: async (by: ChainCompany, parentCode: string, at: Date) =>
      changed(
        await services.database.withTenant(by.desk.tenantId, db =>
          unpack(
            { ...callOf(by), db, recordedAt: at },
            {
              parentCode,
              codes: [],
              ranges: [],
              operator: by.desk.nickName,
              time: at.toISOString(),
              reason: '入厂拆箱（示例）',
            },
          ),
        ),
      ),
  }
}

/** Numbers of the exporter's requests by type of code. */
async function requestsOf(services: Services, tenantId: number, batch: string) {
  const rows = await services.database.withTenant(tenantId, db =>
    db.query<{ number: number; type: string; count: number }>(sql`
      select r.request_number as number, r.code_type as type, r.count from code_request r
      join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
      where r.tenant_id = ${tenantId} and b.batch_number = ${batch}`),
  )
  return async (type: 'item' | 'container') => {
    const row = rows.find(one => one.type === type)!
    return { ...row, codes: services.directory.codesOf((await services.directory.find(row.number))!) }
  }
}

/**
 * The goods of a batch go from company to company: two containers from the exporter to the importer, one of them to a factory
 * and as flooring to a shop, while a customs agent reports two stages. One offer is accepted with a difference, some goods are
 * returned, one delivery is in dispute, and two offers wait.
 */
export async function seedCompanyChain(services: Services, companies: ChainCompanies, story: Story): Promise<void> {
  const { exporter, importer, factory, shop, agent, certifier } = companies
  const on = (day: number, hour: number) => storyMoment(story, day, hour)
  const requestOf = await requestsOf(services, exporter.tenant.id, story.batch)
  const { codes: items } = await requestOf('item')
  const { codes: containers } = await requestOf('container')
  const [first, second] = story.packed! as [Serials, Serials]
  const [firstBox, secondBox] = [containers.code(0), containers.code(1)]
  const acts = actionsOn(services, story, serial => items.code(serial))
  const report = async (by: ChainCompany, key: StageKey, pieces: number, goods: { codes: string[] } | Serials) => {
    const stage = chainStage(key, pieces)
    const send = await storyReporter(services, by.tenant, { ...story, language: 'zh' }, ownCirculation)
    const named = 'from' in goods ? { codes: [], ranges: [acts.range(goods)] } : goods
    await send(
      stage,
      storyStages.findIndex(({ stage }) => stage === key),
      named,
    )
  }
  const measure = (pieces: number) => ({ volume: cubicMetres(pieces), weight: kilograms(pieces) })

  const landed = stageDay('importCustoms') - 1
  const terms = 'FOB Owendo'
  const main = await acts.offer(
    exporter,
    'DEMO-ZHEJIANG',
    firstBox,
    { ...measure(countOf(first)), deliveryNote: 'BL-GA-0231', place: 'Ningbo', terms, sharesPlots: true },
    on(landed - 5, 8),
  )
  const other = await acts.offer(
    exporter,
    'DEMO-ZHEJIANG',
    secondBox,
    { ...measure(countOf(second)), deliveryNote: 'BL-GA-0232', place: 'Ningbo', terms },
    on(landed - 5, 9),
  )
  const receipt = ({ volume, weight }: ReturnType<typeof measure>) => ({
    receivedVolume: volume,
    receivedWeight: weight,
  })
  await acts.accept(importer, main, receipt(measure(countOf(first))), on(landed, 2))
  const stock = await acts.accept(importer, other, receipt(measure(countOf(second))), on(landed, 3))

  const invitation = await acts.invite(
    importer,
    'DEMO-NINGBO',
    firstBox,
    ['importCustoms', 'endTransport'],
    '请代办报关并安排运往湖州（示例）',
    on(landed, 4),
  )
  await acts.join(agent, invitation, on(landed, 7))
  for (const stage of ['importCustoms', 'endTransport'] as const) {
    await report(agent, stage, countOf(first), { codes: [firstBox] })
    await report(importer, stage, countOf(second), { codes: [secondBox] })
  }

  const arrived = stageDay('endTransport') + 1
  await acts.dispute(importer, other, 0, 'opened', '拆包后发现三件内部有裂纹，验收时看不出来（示例）', on(arrived, 2))
  await acts.dispute(
    exporter,
    other,
    1,
    'answered',
    'Veuillez envoyer des photos des fissures (exemple)',
    on(arrived, 9),
  )
  await acts.dispute(importer, other, 2, 'answered', '照片已另行发送（示例）', on(arrived + 1, 3))
  await acts.dispute(
    exporter,
    other,
    3,
    'proposed',
    'Avoir de 120 EUR, les pièces restent chez vous (exemple)',
    on(arrived + 2, 8),
  )

  const toFactory = await acts.offer(
    importer,
    'DEMO-HUZHOU',
    firstBox,
    { ...measure(countOf(first)), deliveryNote: 'ZJ-2026-0117', place: '湖州示例工厂' },
    on(arrived - 2, 6),
  )
  const flooring = await services.database.withTenant(factory.tenant.id, db =>
    db.one<{ id: number }>(sql`select id from product where tenant_id = ${factory.tenant.id} and code = 'HZ-FLR-01'`),
  )
  const atFactory = await acts.accept(
    factory,
    toFactory,
    {
      ...receipt(measure(countOf(first) - countOf(broken))),
      without: { codes: [], ranges: [acts.range(broken)] },
      difference: '两件在运输中破损，未收（示例）',
      productId: flooring.id,
      photos: [await storePhoto(services, factory, story)],
    },
    on(arrived, 1),
  )
  await acts.unpack(factory, firstBox, on(arrived + 1, 2))
  const back = await acts.offer(
    factory,
    'DEMO-ZHEJIANG',
    returned,
    { ...measure(countOf(returned)), deliveryNote: 'HZ-T-0004', place: '宁波', terms: '含水率超标，退回（示例）' },
    on(arrived + 4, 3),
  )
  const cameBack = await acts.accept(importer, back, receipt(measure(countOf(returned))), on(arrived + 6, 2))
  await mergeWood(services, importer, { from: cameBack.batchId, to: stock.batchId }, on(arrived + 8, 3))
  for (const stage of ['secondaryProcessing', 'productInformation'] as const)
    await report(factory, stage, countOf(processed), processed)
  const received = await services.database.withTenant(factory.tenant.id, db =>
    db.one<{ number: number }>(sql`
      select request_number as number from code_request
      where tenant_id = ${factory.tenant.id} and batch_id = ${atFactory.batchId} and code_type = 'item'`),
  )
  const finished = stageDay('productInformation')
  await certifyDemo(services, {
    owner: factory.desk,
    certifier,
    requestNumber: received.number,
    count: countOf(processed),
    at: on(finished + 2, 2),
    everyState: false,
    reason: '',
  })

  const delivery = await acts.offer(
    factory,
    'DEMO-HANGZHOU',
    toShop,
    { volume: flooringMetres(countOf(toShop)), deliveryNote: 'HZ-F-0021', place: '杭州示例门店' },
    on(finished + 16, 3),
  )
  await acts.accept(shop, delivery, { receivedVolume: flooringMetres(countOf(toShop)) }, on(finished + 17, 6))
  await report(shop, 'productSales', countOf(sold), sold)

  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await acts.offer(
    exporter,
    'DEMO-ZHEJIANG',
    waitsForImporter,
    { ...measure(countOf(waitsForImporter)), deliveryNote: 'BL-GA-0247', place: 'Ningbo', terms },
    ago(2),
  )
  await acts.offer(
    factory,
    'DEMO-HANGZHOU',
    waitsForShop,
    { volume: flooringMetres(countOf(waitsForShop)), deliveryNote: 'HZ-F-0029', place: '杭州示例门店' },
    ago(1),
  )
  await acts.invite(
    exporter,
    'DEMO-NINGBO',
    toClear,
    ['importCustoms', 'endTransport'],
    'Dédouanement pour le compte de l’exportateur (démonstration)',
    ago(1),
  )
}

/** Puts all wood of a batch to that of another one. */
async function mergeWood(
  services: Services,
  { desk }: ChainCompany,
  { from, to }: { from: number; to: number },
  at: Date,
): Promise<void> {
  const wood = await services.database.withTenant(desk.tenantId, db =>
    db.query<{ species: string; form: 'log' | 'sawn' | 'product'; volume: string }>(sql`
      select species, form, trim_scale(volume) as volume from material_balance
      where tenant_id = ${desk.tenantId} and batch_id = ${from} and form <> 'residue' and volume > 0`),
  )
  await addWoodTransfer(
    { services, actor: desk },
    {
      happenedAt: at.toISOString(),
      remark: '退回的板材并入同批库存（示例）',
      lines: wood.map(one => ({ ...one, fromBatchId: from, toBatchId: to })),
    },
  )
}

/** A photo of what the receiver saw. @returns its file id */
async function storePhoto(services: Services, { desk }: ChainCompany, story: Story): Promise<string> {
  const content = await draw('planks', woods[story.wood].color, 907)
  const { id } = await services.database.withTenant(desk.tenantId, db =>
    services.files.storeAndEnter(db, desk.tenantId, desk.accountId, 'planks.jpg', content, ['jpg']),
  )
  return id
}
