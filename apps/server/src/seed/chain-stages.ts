import type { StageKey } from '@timbermark/contract'
import { type StoryStage, storyStages } from './story.ts'

/** Volume of a piece of sawn timber, 2400 × 150 × 27 mm, in m3. */
const pieceVolume = 2.4 * 0.15 * 0.027
/** Density of dry okoumé, in kg/m3. */
const density = 430
/** Boards of flooring in a pack. Each piece of sawn timber makes one pack. */
const boards = 2
/** Volume of a pack of boards, 1200 × 150 × 15 mm each, in m3. */
const packVolume = boards * 1.2 * 0.15 * 0.015

/** Volume of pieces of sawn timber, in m3. */
export const cubicMetres = (pieces: number): string => (pieces * pieceVolume).toFixed(3)
/** Weight of pieces of sawn timber, in kg. */
export const kilograms = (pieces: number): string => Math.round(pieces * pieceVolume * density).toString()
/** Volume of packs of flooring, in m3. */
export const flooringMetres = (packs: number): string => (packs * packVolume).toFixed(3)

const size = {
  productLength: '1200',
  productWidth: '150',
  productHeight: '15',
  specification: '1200 × 150 × 15 mm',
}
const factory = {
  manufacturerName: '示例地板厂（湖州）',
  manufacturerAddress: '浙江省湖州市（示例地址）',
  manufacturerPhone: '+86 572 00000000',
}
const shop = { dealerName: '示例家居（杭州）', dealerAddress: '杭州市（示例地址）' }

type Values = StoryStage['values']

/** What differs from the stages of goods that stay with one company: how many there are, and who is named. */
const changes: Partial<Record<StageKey, (pieces: number) => Values>> = {
  importCustoms: pieces => () => ({
    customsNumber: `DEMO-IM-2026-${4000 + pieces}`,
    pieces,
    grossWeight: String(Number(kilograms(pieces)) + 60),
    netWeight: kilograms(pieces),
  }),
  endTransport: pieces => () => ({ ...factory, quantity: pieces, transportNumber: 'DEMO-TR-81' }),
  secondaryProcessing:
    pieces =>
    ({ story }) => ({
      ...factory,
      ...size,
      inputVolume: cubicMetres(pieces),
      outputVolume: flooringMetres(pieces),
      sawdustVolume: (pieces * (pieceVolume - packVolume) * 0.7).toFixed(3),
      productName: '奥古曼实木地板',
      productionBatch: `HZ-${story.batch}`,
      quantity: pieces * boards,
    }),
  productInformation: pieces => () => ({
    ...factory,
    ...size,
    productName: '奥古曼实木地板',
    quantity: pieces * boards,
  }),
  productSales: pieces => () => ({ ...factory, ...shop, quantity: pieces * boards }),
}

/** A stage of the story as the companies of the chain report it about a number of pieces. */
export function chainStage(key: StageKey, pieces: number): StoryStage {
  const stage = storyStages.find(one => one.stage === key)!
  const change = changes[key]?.(pieces)
  return { ...stage, values: context => ({ ...stage.values(context), ...change?.(context) }) }
}

/** The packing of a container of its own, by its place among them and the number of pieces; 50 make a bundle. */
export const packingOf = (packing: StoryStage, box: number, pieces: number): StoryStage => ({
  ...packing,
  values: context => ({
    ...packing.values(context),
    packageNumber: `PK-${context.story.batch}-${box + 1}`,
    quantity: pieces / 50,
    volume: cubicMetres(pieces),
    sealNumber: `DEMO-SEAL-${7741 + box}`,
    containerNumber: `DEMU000001${7 + box}`,
  }),
})
