import { add, compare, decimal, decimalText, parseDecimal } from '@timbermark/material'
import { residueKinds } from '../../material/forms.ts'
import { isMeasuredByRule } from './measured.ts'
import { measureOf, ownFieldValue, type Rule, roundVolume, type ReportFacts, wordOf } from './rule.ts'

/** Processing reduces the volume. */
export const outputAboveInput: Rule<ReportFacts> = {
  reads: { inputVolume: 'm3', outputVolume: 'm3' },
  judge(report) {
    const input = measureOf(report, 'inputVolume')
    const output = measureOf(report, 'outputVolume')
    if (input === undefined || output === undefined || output <= input) return undefined
    return { field: 'outputVolume', params: { input, output } }
  },
}

/** What comes out and what remains is no more than what goes in. Of exact decimals: a sum of floats would refuse what fits. */
export const residuesAboveInput: Rule<ReportFacts> = {
  reads: { inputVolume: 'm3', outputVolume: 'm3', offcutsVolume: 'm3', sawdustVolume: 'm3', barkVolume: 'm3' },
  judge(report) {
    const { material } = report.stage
    if (!material || !('residues' in material)) return undefined
    const exact = (key: string) => parseDecimal(String(ownFieldValue(report, key) ?? ''))
    const [input, output] = [exact(material.input.volume), exact(material.output.volume)]
    const residues = residueKinds
      .map(kind => ({ field: material.residues[kind], volume: exact(material.residues[kind]) ?? decimal('0') }))
      .sort((a, b) => compare(b.volume, a.volume))
    const sum = add(...residues.map(({ volume }) => volume))
    if (!input || !output || compare(output, input) > 0 || compare(add(output, sum), input) <= 0) return undefined
    const [goesIn, comesOut, remains] = [input, output, sum].map(volume => Number(decimalText(volume)))
    return { field: residues[0]!.field, params: { input: goesIn!, output: comesOut!, residues: remains! } }
  },
}

/** Processing changes no species: every output species must be in the input. */
export const speciesChanged: Rule<ReportFacts> = {
  reads: { inputSpecies: null, outputSpecies: null },
  judge(report) {
    const before = wordOf(report, 'inputSpecies')
    const after = wordOf(report, 'outputSpecies')
    if (before === undefined || after === undefined || before === after) return undefined
    return { field: 'outputSpecies', params: { species: after, expected: before } }
  },
}

/** Dimensions are nominal: planed boards are thinner than their name. */
const sizeTolerance = 1.34

export const pieceSize: Rule<ReportFacts> = {
  reads: {
    productLength: 'mm',
    productWidth: 'mm',
    productHeight: 'mm',
    productQuantity: 'pieces',
    quantity: 'pieces',
    outputVolume: 'm3',
  },
  judge(report) {
    if (isMeasuredByRule(report)) return undefined
    const volume = measureOf(report, 'outputVolume')
    const pieces = measureOf(report, 'productQuantity') ?? measureOf(report, 'quantity')
    const sides = ['productLength', 'productWidth', 'productHeight'].flatMap(key => measureOf(report, key) ?? [])
    if (volume === undefined || pieces === undefined || sides.length < 3) return undefined
    const expected = sides.reduce((product, side) => product * (side / 1000), 1) * pieces
    if (volume <= expected * sizeTolerance && volume >= expected / sizeTolerance) return undefined
    return { field: 'outputVolume', params: { volume, pieces, expected: roundVolume(expected) } }
  },
}

/** The largest piece is a container (76 m³), the smallest a fraction of a parquet block (10 cm³). */
const piece = { most: 80, least: 0.000_01 }

/** Fields with numbers of pieces, each with the volume fields that it may belong to. */
const counted = [
  ['quantity', ['volume', 'packageVolume']],
  ['rawMaterialQuantity', ['volume', 'inputVolume']],
  ['productQuantity', ['outputVolume']],
] as const

export const pieceVolume: Rule<ReportFacts> = {
  reads: {
    quantity: 'pieces',
    rawMaterialQuantity: 'pieces',
    productQuantity: 'pieces',
    volume: 'm3',
    packageVolume: 'm3',
    inputVolume: 'm3',
    outputVolume: 'm3',
  },
  judge(report) {
    for (const [count, volumes] of counted)
      for (const key of volumes) {
        const pieces = measureOf(report, count)
        const volume = measureOf(report, key)
        if (pieces === undefined || volume === undefined) continue
        const each = volume / pieces
        if (each > piece.most || each < piece.least)
          return { field: key, params: { volume, pieces, each: Number(each.toPrecision(3)) } }
      }
    return undefined
  },
}
