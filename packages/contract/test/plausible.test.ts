import { describe, expect, test } from 'vitest'
import {
  questionRule,
  type ReportCase,
  findingIssue,
  hardRules,
  learnedYieldBand,
  checkAgainstRecords,
  checkWithinReport,
  type GoodsFacts,
  rulesAgainst,
  rulesWithin,
  softRules,
  sumsFor,
  type ReportFacts,
  totalKey,
} from '../src/stage/plausible/plausible.ts'
import type { StageKey } from '../src/stage/keys.ts'
import { checkCoordinates, stageByKey, stages, valueFields } from '../src/stage/stages.ts'
import type { StageField } from '../src/stage/types.ts'
import { sampleValues } from './stage-sample.ts'

const now = Date.parse('2026-06-15T12:00:00Z')

const report = (stage: StageKey, values: Record<string, unknown>, more: Partial<ReportFacts> = {}): ReportFacts => ({
  stage: stageByKey(stage),
  values,
  codes: 1,
  at: now,
  now,
  ...more,
})

/** One log, 80 and 72 cm thick and 6.2 m long: 2.813 m³ by mean diameter. */
const log = { diameter1: '80', diameter2: '72', length: '6.2', quantity: '1' }
const box = { productLength: '2000', productWidth: '100', productHeight: '50', productQuantity: '100' }

type Row = [
  what: string,
  stage: StageKey,
  values: Record<string, unknown>,
  rule: string | null,
  more?: Partial<ReportFacts>,
]

const rows: Row[] = [
  ['ends of one width', 'felling', { diameter1: '80', diameter2: '80' }, null],
  ['a small end a hair wider', 'felling', { diameter1: '80', diameter2: '80.1' }, 'smallEndWider'],
  ['one end alone', 'felling', { diameter2: '80' }, null],
  ['an end that is no number', 'felling', { diameter1: 'NaN', diameter2: '80' }, null],

  ['the volume that the measures give', 'felling', { ...log, volume: '2.813' }, null],
  ['what the Chinese table gives for it', 'felling', { ...log, volume: '2.989' }, null],
  ['a quarter more', 'felling', { ...log, volume: '3.515' }, null],
  ['above a quarter more', 'felling', { ...log, volume: '3.517' }, 'logVolume'],
  ['a fifth less', 'felling', { ...log, volume: '2.251' }, null],
  ['below a fifth less', 'felling', { ...log, volume: '2.249' }, 'logVolume'],
  ['the volume of ten logs for ten codes', 'felling', { ...log, quantity: '', volume: '28.13' }, null, { codes: 10 }],
  ['the volume of ten logs for one code', 'felling', { ...log, quantity: '', volume: '28.13' }, 'logVolumeImpossible'],
  ['no volume', 'felling', log, null],
  ['a volume of nothing', 'felling', { ...log, volume: '0' }, null],
  ['twice the thick cylinder', 'felling', { ...log, volume: '6.23' }, 'logVolume'],
  ['above twice the thick cylinder', 'felling', { ...log, volume: '6.24' }, 'logVolumeImpossible'],
  ['5000 m³ in a metre', 'felling', { length: '1', volume: '5000' }, 'logVolumeImpossible'],
  ['a tree nobody measured', 'felling', { volume: '40' }, null],
  ['the volume of another stage', 'packing', { volume: '5000', quantity: '100' }, null],

  ['half comes out', 'processing', { inputVolume: '10', outputVolume: '4.7' }, null],
  ['all of it comes out', 'processing', { inputVolume: '10', outputVolume: '10.000' }, null],
  ['a litre more comes out', 'processing', { inputVolume: '10', outputVolume: '10.001' }, 'outputAboveInput'],
  ['1 m³ becomes 1000 m³', 'secondaryProcessing', { inputVolume: '1', outputVolume: '1000' }, 'outputAboveInput'],
  [
    'residues and output are the input',
    'processing',
    { inputVolume: '0.3', outputVolume: '0.1', barkVolume: '0.2' },
    null,
  ],
  [
    'residues above the input',
    'processing',
    { inputVolume: '0.3', outputVolume: '0.1', barkVolume: '0.200001' },
    'residuesAboveInput',
  ],
  ['residues without an output', 'processing', { inputVolume: '1', barkVolume: '5' }, null],
  ['no input', 'processing', { outputVolume: '10' }, null],
  ['the same species', 'processing', { inputSpecies: 'OKO', outputSpecies: 'OKO' }, null],
  ['another species', 'processing', { inputSpecies: 'OKO', outputSpecies: 'SAP' }, 'speciesChanged'],
  ['no species out', 'processing', { inputSpecies: 'OKO', outputSpecies: '' }, null],

  ['boards that fit', 'processing', { ...box, outputVolume: '1' }, null],
  ['boards planed thin', 'processing', { ...box, outputVolume: '0.75' }, null],
  ['boards that do not fit', 'processing', { ...box, outputVolume: '1.35' }, 'pieceSize'],
  ['boards without a height', 'processing', { ...box, productHeight: '', outputVolume: '9' }, null],
  ['a container each', 'packing', { quantity: '2', volume: '160' }, null],
  ['more than a container each', 'packing', { quantity: '2', volume: '160.1' }, 'pieceVolume'],
  ['splinters', 'factoryEntry', { quantity: '1000000', packageVolume: '9' }, 'pieceVolume'],
  ['ten cubic centimetres each', 'factoryEntry', { quantity: '1000000', packageVolume: '10' }, null],
  ['pieces without a volume', 'packing', { quantity: '2' }, null],

  ['imported today', 'importCustoms', { importDate: '2026-06-15' }, null],
  ['imported within a week', 'importCustoms', { importDate: '2026-06-22' }, null],
  ['imported after more', 'importCustoms', { importDate: '2026-06-23' }, 'datePlanned'],
  ['imported in a season', 'importCustoms', { importDate: '2026-09-13' }, 'datePlanned'],
  ['imported later still', 'importCustoms', { importDate: '2026-09-14' }, 'dateFuture'],
  ['imported in 2099', 'importCustoms', { importDate: '2099-01-01' }, 'dateFuture'],
  ['a day that is none', 'importCustoms', { importDate: 'soon' }, null],
  ['2099 where no clock is sure', 'importCustoms', { importDate: '2099-01-01' }, null, { now: undefined }],
  ['felled on the day', 'felling', { fellingTime: '2026-06-16T12:00:00Z' }, null],
  ['felled a day later', 'felling', { fellingTime: '2026-06-16T12:00:01Z' }, 'happenedLater'],
  ['made when bought', 'processing', { purchaseTime: '2026-05-02T08:00:00Z', productionDate: '2026-05-02' }, null],
  [
    'made first',
    'processing',
    { purchaseTime: '2026-05-02T08:00:00Z', productionDate: '2026-05-01' },
    'madeBeforeBought',
  ],
  ['bought on no day', 'processing', { purchaseTime: '', productionDate: '2026-05-01' }, null],
]

describe('within one report', () => {
  test.each(rows)('%s', (_what, stage, values, rule, more) => {
    expect(checkWithinReport(report(stage, values, more)).map(finding => finding.rule)).toEqual(rule ? [rule] : [])
  })

  test.each(stages.map(stage => stage.key))('a %s with every field as a sample has it passes', key => {
    const values = sampleValues(valueFields(stageByKey(key)))
    const { inputSpecies: _in, ...others } = values
    const at = Date.parse('2026-04-01T00:00:00Z')
    const findings = checkWithinReport(report(key, others, { at })).filter(({ rule }) => rule !== 'pieceSize')
    expect(findings).toEqual([])
  })
})

const nothing: GoodsFacts = {
  species: [],
  latin: [],
  totals: new Map(),
  stages: [],
  reports: [],
  papers: [],
  elsewhere: () => undefined,
  isOpenSea: () => false,
}
const hour = 3_600_000
const libreville = [9.45, 0.39] as const
const ningbo = [121.55, 29.87] as const

const judge = (report: ReportFacts, known: Partial<GoodsFacts>, position?: ReportCase['position']) =>
  checkAgainstRecords({ report, known: { ...nothing, ...known }, position }).map(finding => finding.rule)

describe('against what is on record', () => {
  const sum = (...entries: [StageKey, string, number][]) =>
    new Map(entries.map(([stage, field, n]) => [totalKey(stage, field), n]))

  test.each([
    ['the species of the goods', 'OKO', ['OKO', 'SAP'], []],
    ['another species', 'IRO', ['OKO', 'SAP'], ['speciesContradicted']],
    ['a species that a company added', 'X9', ['OKO', 'SAP'], ['speciesOther']],
    ['another species than one that a company added', 'IRO', ['X9'], ['speciesOther']],
    ['a synonym, perhaps', 'IRO', ['X9', 'OKO'], ['speciesOther']],
    ['goods of which nobody knows the species', 'IRO', [], []],
    ['no species', '', ['OKO'], []],
  ] as const)('%s', (_what, treeSpecies, species, rules) => {
    expect(judge(report('felling', { treeSpecies }), { species })).toEqual(rules)
  })

  const namesSpecies = stages.flatMap(stage =>
    (stage.fields as readonly StageField[]).flatMap(({ key, dict }) =>
      dict === 'tree_species' ? [[stage.key, key] as const] : [],
    ),
  )
  test('the stages that name a species are these', () => {
    expect(namesSpecies.map(parts => parts.join('.'))).toEqual([
      'forestSurvey.treeSpecies',
      'felling.treeSpecies',
      'rawMaterialPurchase.treeSpecies',
      'processing.inputSpecies',
      'processing.outputSpecies',
      'secondaryProcessing.inputSpecies',
      'secondaryProcessing.outputSpecies',
    ])
  })
  test.each(namesSpecies)('a %s with another species under %s is refused, with both names', (stage, key) => {
    const facts = {
      report: report(stage, { [key]: 'IRO' }),
      known: { ...nothing, species: ['OKO'] },
      position: undefined,
    }
    expect(checkAgainstRecords(facts)).toEqual([
      {
        rule: 'speciesContradicted',
        hard: true,
        field: key,
        params: { species: 'IRO', expected: 'OKO', name: 'Milicia excelsa', otherName: 'Aucoumea klaineana' },
      },
    ])
    expect(judge(report(stage, { [key]: 'X9' }), { species: ['OKO'] })).toEqual(['speciesOther'])
    expect(judge(report(stage, { [key]: 'OKO' }), { species: ['OKO'] })).toEqual([])
  })

  test.each([
    ['that of the goods', 'Aucoumea klaineana', []],
    ['with its author', ' aucoumea  klaineana Pierre', []],
    ['of another species', 'Milicia excelsa (Welw.) C.C.Berg', ['speciesContradicted']],
    ['of a species outside of the table', 'Chlorophora excelsa', []],
    ['of a genus', 'Milicia', []],
  ] as const)('a scientific name %s', (_what, speciesScientificName, rules) => {
    for (const stage of ['rawMaterialPurchase', 'processing'] as const)
      expect(judge(report(stage, { speciesScientificName }), { species: ['OKO'] })).toEqual(rules)
  })

  test.each([
    ['both known, the goods unknown', 'OKO', 'SAP', [], ['speciesReplaced']],
    ['both known, one that of the goods: refused once', 'OKO', 'SAP', ['OKO'], ['speciesContradicted']],
    ['one that a company added', 'OKO', 'X9', [], []],
    ['none out', 'OKO', '', [], []],
  ] as const)('a species out that did not go in, %s', (_what, inputSpecies, outputSpecies, species, rules) => {
    expect(judge(report('processing', { inputSpecies, outputSpecies }), { species })).toEqual(rules)
  })

  const milled = (output: string, more: Record<string, unknown> = {}) => ({
    inputSpecies: 'OKO',
    inputVolume: '100',
    outputVolume: output,
    ...more,
  })
  const okoumeBand = { yieldBands: new Map([['OKO', { from: 40, to: 52.5 }]]) }
  test.each([
    ['at the lower end', 'processing', milled('25'), {}, false],
    ['below it', 'processing', milled('24.9'), {}, true],
    ['at the upper end', 'processing', milled('65'), {}, false],
    ['above it', 'processing', milled('65.1'), {}, true],
    ['of planing', 'secondaryProcessing', milled('95'), {}, false],
    ['of planing that loses nothing', 'secondaryProcessing', milled('95.1'), {}, true],
    ['without an input', 'processing', milled('65.1', { inputVolume: '' }), {}, false],
    ['of a stage that transforms nothing', 'packing', milled('99'), {}, false],
    ['within the learned band', 'processing', milled('52.5'), okoumeBand, false],
    ['above the learned band', 'processing', milled('52.6'), okoumeBand, true],
    ['of a species that taught none', 'processing', milled('60', { inputSpecies: 'SAP' }), okoumeBand, false],
    [
      'of the species that comes out',
      'processing',
      milled('60', { inputSpecies: 'X9', outputSpecies: 'OKO' }),
      okoumeBand,
      true,
    ],
  ] as const)('a yield %s', (_what, stage, values, known, isAsked) => {
    expect(judge(report(stage, values), known).filter(rule => rule === 'yieldUnusual')).toEqual(
      isAsked ? ['yieldUnusual'] : [],
    )
  })

  test('the question names input, output, yield and band', () => {
    const facts = {
      report: report('processing', milled('70')),
      known: { ...nothing, ...okoumeBand },
      position: undefined,
    }
    expect(checkAgainstRecords(facts)).toMatchObject([
      { field: 'outputVolume', hard: false, params: { input: 100, output: 70, yield: 70, from: 40, to: 52.5 } },
    ])
  })

  test.each([
    ['widened by five points', 0.45, 0.5, { from: 40, to: 55 }],
    ['never below five percent', 0.06, 0.3, { from: 5, to: 35 }],
    ['never beyond all of it', 0.9, 0.99, { from: 85, to: 100 }],
  ] as const)('a learned band is %s', (_what, low, high, band) => {
    expect(learnedYieldBand(low, high)).toEqual(band)
  })

  test.each([
    ['what was felled is bought', '100', 0, []],
    ['a tenth more, by another rule', '110', 0, []],
    ['more than that', '110.1', 0, ['volumeAboveEarlier']],
    ['the second half', '50', 50, []],
    ['a second half too many', '61', 50, ['volumeAboveEarlier']],
    ['no volume', undefined, 500, []],
    ['no number', 'NaN', 500, []],
  ] as const)('%s', (_what, volume, before, rules) => {
    const totals = sum(['felling', 'volume', 100], ['rawMaterialPurchase', 'volume', before])
    expect(judge(report('rawMaterialPurchase', { volume }), { totals })).toEqual(rules)
  })

  test('volumes come from the nearest stage that has one, and of none they are not judged', () => {
    const totals = sum(['felling', 'volume', 100], ['processing', 'outputVolume', 40])
    expect(judge(report('packing', { volume: '60' }), { totals })).toEqual(['volumeAboveEarlier'])
    expect(judge(report('packing', { volume: '60' }), { totals: sum(['felling', 'volume', 100]) })).toEqual([])
    expect(judge(report('packing', { volume: '60' }), {})).toEqual([])
  })

  test.each([
    ['all that was made', '400', []],
    ['one more than was made', '401', ['piecesAboveMade']],
    ['no number of pieces', '', []],
  ] as const)('packing %s', (_what, quantity, rules) => {
    const totals = sum(['processing', 'productQuantity', 1000], ['packing', 'quantity', 600])
    expect(judge(report('packing', { quantity }), { totals })).toEqual(rules)
  })

  test('what a stage is judged by is summed for it', () => {
    expect(sumsFor('packing').map(({ stage, field }) => totalKey(stage, field))).toEqual(
      expect.arrayContaining([
        'packing/volume',
        'processing/outputVolume',
        'packing/quantity',
        'processing/productQuantity',
      ]),
    )
    expect(sumsFor('felling')).toEqual([])
  })

  const span = (stage: StageKey, first: number, last = first) => ({
    stages: [{ stage, order: stageByKey(stage).order, first: now + first * hour, last: now + last * hour }],
  })
  test.each([
    ['after an earlier stage began', 'processing', span('felling', -1, 90), []],
    ['a day before an earlier stage', 'processing', span('felling', 24), []],
    ['more than a day before an earlier stage', 'processing', span('felling', 25), ['beforeEarlierStage']],
    ['before a later stage ended', 'felling', span('processing', -90, 1), []],
    ['more than a day after a later stage', 'felling', span('processing', -90, -25), ['afterLaterStage']],
    ['a description, at any time', 'productInformation', span('felling', 900), []],
    ['beside a description, at any time', 'productSales', span('productInformation', 900), []],
  ] as const)('%s', (_what, stage, known, rules) => {
    expect(judge(report(stage, {}), known)).toEqual(rules)
  })

  const seen = (hoursAgo: number) => ({
    reports: [{ stage: 'felling' as const, at: now - hoursAgo * hour, position: ningbo }],
  })
  test('goods do not cross an ocean in a day, in a month they do, and a missing position says nothing', () => {
    expect(judge(report('importCustoms', {}), seen(24), libreville)).toEqual(['tooFast'])
    expect(judge(report('importCustoms', {}), seen(24 * 30), libreville)).toEqual([])
    expect(judge(report('importCustoms', {}), seen(24))).toEqual([])
  })
  test('two reports of one minute may be a yard apart', () => {
    expect(judge(report('importCustoms', {}), seen(0), [121.6, 29.9])).toEqual([])
    expect(judge(report('importCustoms', {}), seen(0), [123.9, 29.9])).toEqual(['tooFast'])
  })

  test('a position outside of the country named, the plot’s too; a ship is nowhere', () => {
    const elsewhere: GoodsFacts['elsewhere'] = (_point, country) => (country === 'GA' ? undefined : 'GA')
    const values = { countryOrRegion: 'CN' }
    expect(judge(report('felling', values), { elsewhere }, libreville)).toEqual(['outsideCountry'])
    expect(judge(report('felling', { countryOrRegion: 'GA' }), { elsewhere }, libreville)).toEqual([])
    expect(judge(report('felling', {}), { elsewhere }, libreville)).toEqual([])
    expect(judge(report('felling', values), { elsewhere })).toEqual([])
    expect(judge(report('seaShipping', values), { elsewhere }, libreville)).toEqual([])
    expect(judge(report('forestSurvey', { ...values, plotCoordinates: ['9.45', 0.39] }), { elsewhere })).toEqual([
      'outsideCountry',
    ])
    expect(judge(report('forestSurvey', { ...values, plotCoordinates: ['x', 0.39] }), { elsewhere })).toEqual([])
  })

  test('a place on the open sea, at every stage but the shipping', () => {
    const isOpenSea: GoodsFacts['isOpenSea'] = ([longitude]) => longitude < 5
    for (const { key } of stages) {
      const expected = key === 'seaShipping' ? [] : ['atSea']
      expect(judge(report(key, {}), { isOpenSea }, [2, 1]), key).toEqual(expected)
      expect(judge(report(key, {}), { isOpenSea }, libreville), key).toEqual([])
    }
    expect(judge(report('forestSurvey', { plotCoordinates: ['2', 1] }), { isOpenSea })).toEqual(['atSea'])
  })

  test('zero degrees are no measured place: refused in coordinates of every kind', () => {
    for (const value of [
      [0, 0],
      ['0', '0.00'],
      ['0.00001', '-0.00001'],
      [-0, 0],
    ])
      expect(checkCoordinates(value), String(value)).toEqual({ error: 'noFix' })
    for (const value of [
      [0, 1],
      ['9.45', 0],
      [0.001, 0],
    ])
      expect(checkCoordinates(value), String(value)).toBeUndefined()
  })
})

describe('papers', () => {
  const paper = (from: string | null, until: string | null, field = '') => ({
    papers: [{ field, code: 'P-1', from, until }],
  })
  test.each([
    ['on its last day', paper(null, '2026-06-15'), []],
    ['the day after, where it may still be its last day', paper(null, '2026-06-14'), ['paperExpired'], 13],
    ['half a day after', paper(null, '2026-06-14'), []],
    ['on its first day', paper('2026-06-15', null), []],
    ['two days before its first day', paper('2026-06-17', null), ['paperTooEarly']],
    ['without a date', paper(null, null), []],
    ['in its time', paper('2026-01-01', '2026-12-31'), []],
  ] as [string, Partial<GoodsFacts>, string[], number?][])('%s', (_what, known, rules, hours = 11) => {
    const at = Date.parse('2026-06-15T00:00:00Z') + hours * hour
    expect(judge(report('felling', {}, { at }), known)).toEqual(rules)
  })

  test('are named by the field that they stand in', () => {
    const known = { ...nothing, ...paper(null, '2020-01-01', 'fellingPermit') }
    const [finding] = checkAgainstRecords({ report: report('felling', {}), known, position: undefined })
    expect(findingIssue(finding!)).toMatchObject({ field: 'values.fellingPermit', params: { paper: 'P-1' } })
    const records = { ...nothing, ...paper(null, '2020-01-01') }
    expect(
      findingIssue(checkAgainstRecords({ report: report('felling', {}), known: records, position: undefined })[0]!)
        .field,
    ).toBe('documentCode')
  })
})

describe('species that papers name', () => {
  const paper = (species: readonly string[] | null) => ({
    papers: [{ field: 'fellingPermit', code: 'P-1', from: null, until: null, species }],
  })
  test.each([
    ['that of the report', ['OKO', 'SAP'], { treeSpecies: 'SAP' }, ['SAP'], false],
    ['others', ['OKO', 'SAP'], { treeSpecies: 'IRO' }, ['IRO'], true],
    ['others than the goods, of which the report says nothing', ['OKO'], {}, ['IRO'], true],
    ['one of the goods', ['OKO'], {}, ['IRO', 'OKO'], false],
    ['one of the goods, and the report is about the other', ['OKO'], { treeSpecies: 'IRO' }, ['IRO', 'OKO'], true],
    ['none', null, { treeSpecies: 'IRO' }, ['IRO'], false],
    ['others than one that a company added', ['OKO'], { treeSpecies: 'X9' }, ['X9'], false],
    ['species of goods of which nobody knows the species', ['OKO'], {}, [], false],
  ] as const)('%s', (_what, named, values, species, refused) => {
    const rules = judge(report('felling', values), { species, ...paper(named) })
    expect(rules.includes('paperSpecies')).toBe(refused)
  })

  test('are refused with both names, at the field that names the paper', () => {
    const facts = {
      report: report('felling', { treeSpecies: 'IRO' }),
      known: { ...nothing, ...paper(['OKO']) },
      position: undefined,
    }
    expect(checkAgainstRecords(facts)).toEqual([
      {
        rule: 'paperSpecies',
        hard: true,
        field: 'fellingPermit',
        params: {
          paper: 'P-1',
          species: 'IRO',
          expected: 'OKO',
          name: 'Milicia excelsa',
          otherName: 'Aucoumea klaineana',
        },
      },
    ])
  })
})

describe('quantities that papers cover', () => {
  type Paper = GoodsFacts['papers'][number]
  const covering = (paper: Partial<Paper>): Partial<GoodsFacts> => ({
    papers: [{ field: 'fellingPermit', code: 'P-1', from: null, until: null, ...paper }],
  })
  const volume = { volume: 10 }

  test.each([
    ['the last litre', covering({ covers: volume, drawn: { volume: 9.9 } }), { volume: '0.1' }, []],
    ['a litre more', covering({ covers: volume, drawn: { volume: 9.9 } }), { volume: '0.101' }, ['paperOverdrawn']],
    [
      'sums that floating point misses',
      covering({ covers: { volume: 0.3 }, drawn: { volume: 0.1 } }),
      { volume: '0.2' },
      [],
    ],
    [
      'the fourth decimal',
      covering({ covers: volume, drawn: { volume: 9.9999 } }),
      { volume: '0.0002' },
      ['paperOverdrawn'],
    ],
    ['no volume', covering({ covers: volume }), {}, ['paperQuantityMissing']],
    ['pieces', covering({ covers: { pieces: 5 }, drawn: { pieces: 3 } }), { quantity: '3' }, ['paperOverdrawn']],
    ['no limit', covering({ drawn: { volume: 1000 } }), { volume: '5' }, []],
  ] as [string, Partial<GoodsFacts>, Record<string, unknown>, string[]][])('%s', (_what, known, values, rules) => {
    expect(judge(report('felling', values), known)).toEqual(rules)
  })

  test('count at stages that say how much', () => {
    for (const { key, fields } of stages) {
      const has = fields.some(field => ['volume', 'inputVolume', 'packageVolume'].includes(field.key))
      expect(judge(report(key, {}), covering({ covers: volume })), key).toEqual(has ? ['paperQuantityMissing'] : [])
    }
  })

  test('what comes out of a transformation was covered as it went in', () => {
    const values = { inputVolume: '10', outputVolume: '4' }
    expect(judge(report('processing', values), covering({ covers: volume, drawn: { volume: 0.001 } }))).toEqual([
      'paperOverdrawn',
    ])
  })

  test('a permit elsewhere at about the same time', () => {
    const at = Date.parse('2026-06-15T08:00:00Z')
    const used = (hours: number) => covering({ uses: [{ at: at + hours * hour, position: [11.86, -4.79] }] })
    expect(judge(report('exportCustoms', {}, { at }), used(1), libreville)).toEqual(['paperElsewhere'])
    expect(judge(report('exportCustoms', {}, { at }), used(-24), libreville)).toEqual([])
    expect(judge(report('exportCustoms', {}, { at }), used(1))).toEqual([])
  })
})

describe('species that CITES lists', () => {
  const ramin = ['Gonystylus', 'bancanus'] as const
  const bubinga = ['Guibourtia', 'tessmannii'] as const
  const padouk = ['Pterocarpus', 'soyauxii'] as const
  const okoume = ['Aucoumea', 'klaineana'] as const
  const permit = (from: string | null, until: string | null, covers: { volume?: number } = { volume: 100 }) => [
    { field: 'citesPermit', code: 'C-1', from, until, covers },
  ]
  type Names = GoodsFacts['latin']
  const cross = (
    latin: Names,
    values: Record<string, unknown>,
    papers: GoodsFacts['papers'] = [],
    stage: StageKey = 'exportCustoms',
  ) => {
    const day = stage === 'exportCustoms' ? { exportDate: '2026-06-15' } : { importDate: '2026-06-15' }
    return judge(report(stage, { originCountry: 'GA', ...day, ...values }), { latin, papers })
  }
  const named = { citesPermit: 'C-1' }

  test.each([
    ['a species that is not listed', [okoume], {}, []],
    ['listed in every form', [ramin], {}, ['citesPermitMissing']],
    ['listed in some forms', [padouk], {}, ['citesPermitAsked']],
    ['listed but for small finished goods', [bubinga], {}, ['citesPermitAsked']],
    ['two listings, the stricter one', [padouk, ramin], {}, ['citesPermitMissing']],
    ['in other letters', [['GONYSTYLUS', ' Bancanus ']], {}, ['citesPermitMissing']],
    ['appendix I', [['Dalbergia', 'nigra']], { originCountry: 'BR' }, ['citesPermitMissing']],
    ['African populations alone', [padouk], { originCountry: 'IN' }, []],
    ['without an origin', [padouk], { originCountry: '' }, ['citesPermitAsked']],
    ['the day before the listing', [padouk], { exportDate: '2023-02-22' }, []],
    ['the day of the listing', [padouk], { exportDate: '2023-02-23' }, ['citesPermitAsked']],
    ['without a date: the day of the report', [padouk], { exportDate: '' }, ['citesPermitAsked']],
  ] as [string, Names, Record<string, unknown>, string[]][])('%s', (_what, latin, values, rules) => {
    expect(cross(latin, values)).toEqual(rules)
  })

  test.each([
    ['valid', permit('2026-01-01', '2026-06-30'), []],
    ['on its last day', permit(null, '2026-06-15'), []],
    ['the day after', permit(null, '2026-06-14'), ['citesPermitInvalid']],
    ['before its first day', permit('2026-06-16', '2026-12-01'), ['citesPermitInvalid']],
    ['without a last day', permit('2026-01-01', null), ['citesPermitUndated']],
    ['without a quantity', permit('2026-01-01', '2026-06-30', {}), ['citesPermitUnlimited']],
  ] as [string, GoodsFacts['papers'], string[]][])('a permit %s', (_what, papers, rules) => {
    const citesRules = (rules: string[]) => rules.filter(rule => rule.startsWith('cites'))
    for (const latin of [[ramin], [bubinga], [padouk]]) expect(citesRules(cross(latin, named, papers))).toEqual(rules)
    expect(citesRules(cross([ramin], named, papers, 'importCustoms'))).toEqual(rules)
    // Goods of other species may carry any paper there.
    expect(citesRules(cross([okoume], named, papers))).toEqual([])
  })

  test('are asked for a permit at the two borders only', () => {
    for (const { key } of stages) {
      const isBorder = key === 'exportCustoms' || key === 'importCustoms'
      expect(judge(report(key, {}), { latin: [ramin] }), key).toEqual(isBorder ? ['citesPermitMissing'] : [])
    }
  })
})

test('a field that a template adds under the name of another stage’s is not judged', () => {
  expect(checkWithinReport(report('packing', { diameter1: '10', diameter2: '90' }))).toEqual([])
})

describe('the rules as data', () => {
  const rules = { ...rulesWithin, ...rulesAgainst }

  test('each is either refused or asked', () => {
    expect(Object.keys(rules).sort()).toEqual([...hardRules, ...softRules].sort())
  })

  test.each(Object.entries(rules))('%s reads fields that exist, in the unit that they have', (_key, { reads }) => {
    for (const [key, unit] of Object.entries(reads)) {
      const fields = stages.flatMap(stage => stage.fields.filter(field => field.key === key))
      expect(fields.length, key).toBeGreaterThan(0)
      for (const field of fields) expect(field.unit ?? null, key).toBe(unit)
    }
  })

  test('a finding names its field in the report; what is refused is no question', () => {
    const [finding] = checkWithinReport(report('processing', { inputVolume: '1', outputVolume: '1000' }))
    const issue = findingIssue(finding!)
    expect(issue).toEqual({
      field: 'values.outputVolume',
      error: 'plausible.outputAboveInput',
      params: { input: 1, output: 1000 },
    })
    expect(questionRule(issue)).toBeUndefined()
    expect(questionRule({ error: 'plausible.tooFast' })).toBe('tooFast')
  })
})
