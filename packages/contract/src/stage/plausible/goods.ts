import { measureOf, type Rule, rounded, type Told, wordOf } from './rule.ts'

/** Wood that is worked becomes less. */
export const outputAboveInput: Rule<Told> = {
  reads: { inputVolume: 'm3', outputVolume: 'm3' },
  judge(told) {
    const input = measureOf(told, 'inputVolume')
    const output = measureOf(told, 'outputVolume')
    if (input === undefined || output === undefined || output <= input) return undefined
    return { field: 'outputVolume', params: { input, output } }
  },
}

/** Working changes no species; what comes out beside it was in the input too. */
export const speciesChanged: Rule<Told> = {
  reads: { inputSpecies: null, outputSpecies: null },
  judge(told) {
    const before = wordOf(told, 'inputSpecies')
    const after = wordOf(told, 'outputSpecies')
    if (before === undefined || after === undefined || before === after) return undefined
    return { field: 'outputSpecies', params: { species: after, expected: before } }
  },
}

/** Dimensions are nominal: planed boards are thinner than they are called. */
const sizeTolerance = 1.34

export const pieceSize: Rule<Told> = {
  reads: {
    productLength: 'mm',
    productWidth: 'mm',
    productHeight: 'mm',
    productQuantity: 'pieces',
    quantity: 'pieces',
    outputVolume: 'm3',
  },
  judge(told) {
    const volume = measureOf(told, 'outputVolume')
    const pieces = measureOf(told, 'productQuantity') ?? measureOf(told, 'quantity')
    const sides = ['productLength', 'productWidth', 'productHeight'].flatMap(key => measureOf(told, key) ?? [])
    if (volume === undefined || pieces === undefined || sides.length < 3) return undefined
    const expected = sides.reduce((product, side) => product * (side / 1000), 1) * pieces
    if (volume <= expected * sizeTolerance && volume >= expected / sizeTolerance) return undefined
    return { field: 'outputVolume', params: { volume, pieces, expected: rounded(expected) } }
  },
}

/** The largest piece is a container (76 m³), the smallest a parquet block's fraction (10 cm³). */
const piece = { most: 80, least: 0.000_01 }

/** Numbers of pieces, each with the volumes that it may belong to. */
const counted = [
  ['quantity', ['volume', 'packageVolume']],
  ['rawMaterialQuantity', ['volume', 'inputVolume']],
  ['productQuantity', ['outputVolume']],
] as const

export const pieceVolume: Rule<Told> = {
  reads: {
    quantity: 'pieces',
    rawMaterialQuantity: 'pieces',
    productQuantity: 'pieces',
    volume: 'm3',
    packageVolume: 'm3',
    inputVolume: 'm3',
    outputVolume: 'm3',
  },
  judge(told) {
    for (const [count, volumes] of counted)
      for (const key of volumes) {
        const pieces = measureOf(told, count)
        const volume = measureOf(told, key)
        if (pieces === undefined || volume === undefined) continue
        const each = volume / pieces
        if (each > piece.most || each < piece.least)
          return { field: key, params: { volume, pieces, each: Number(each.toPrecision(3)) } }
      }
    return undefined
  },
}
