import { beforeAll, describe, expect, test } from 'vitest'
import { circulationOf, templateOf } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { makeScene, type Scene } from '../trace/scene.ts'

/** Lists of reports as people and programs send them: each cell is read rightly, or refused with what was read. */
let scene: Scene
let free: number
const callers = new Map<string, Caller>()

interface Line {
  row: number
  column: string
  message: string
}

beforeAll(async () => {
  scene = await makeScene('REAL')
  free = await circulationOf(scene.world, 'free')
  for (const language of ['zh', 'en', 'fr'])
    callers.set(language, await scene.world.signIn(scene.tenant, ['enterpriseAdmin'], { language }))
})

async function check(stage: string, columns: Record<string, string>, language = 'en') {
  const template = await templateOf(scene.world, stage)
  const quoted = Object.values(columns).map(text => `"${text}"`)
  const answer = await callers.get(language)!.upload<{
    errors: Line[]
    notes: Line[]
    preview: { columns: { title: string }[]; rows: { values: unknown[] }[] }
  }>(
    '/stage/record/importData',
    {
      name: 'list.csv',
      content: Buffer.from(`${Object.keys(columns).join(',')}\n${quoted.join(',')}`),
      type: 'text/csv',
    },
    { mode: 'check', templateId: String(template), circulationId: String(free) },
  )
  return answer.data
}
const messagesOf = (lines: Line[]) => lines.map(({ column, message }) => `${column}: ${message}`)

const common = () => ({
  Code: scene.goods.codes[0]!,
  'Document proof number': scene.goods.documentCode,
  Operator: 'Test Mba',
  'Happened at': '2026-11-03 10:00',
})
const felling = (more: Record<string, string> = {}) => ({
  ...common(),
  Longitude: '11.6281',
  Latitude: '-0.7352',
  'Country or region': 'Gabon',
  'Tree species': 'OKO',
  'Felling date and time': '2026-11-02 09:00',
  'Logging permit number': 'AAC-1',
  'Log number': 'L-1',
  ...more,
})
const customs = (more: Record<string, string> = {}) => ({
  ...common(),
  'Country of origin': 'Gabon',
  'Customs number': '310120261234567890',
  'Export port': 'Owendo',
  'Export date': '2026-11-02',
  Exporter: 'Demo SA',
  ...more,
})

describe('a number', () => {
  const weights = { 'Gross weight (kg)': '24,500', 'Net weight (kg)': '23,900 kg', 'Total price': '120,000' }

  test('with a comma before three digits is understood by the language, and the check says how', async () => {
    const english = await check('exportCustoms', customs(weights))
    expect(messagesOf(english.notes)).toEqual([
      'Gross weight (kg): “24,500” in “Gross weight (kg)” is understood as 24,500',
      'Net weight (kg): “23,900 kg” in “Net weight (kg)” is understood as 23,900',
      'Total price: “120,000” in “Total price” is understood as 120,000',
    ])
    const french = await check('exportCustoms', customs(weights), 'fr')
    expect(messagesOf(french.notes)[0]).toMatch(/«\s24,500\s» .* est compris comme 24,5$/)
  })

  test('that has two meanings or another unit is refused', async () => {
    const french = await check('exportCustoms', customs({ 'Gross weight (kg)': '24.500' }), 'fr')
    expect(messagesOf(french.errors)).toEqual([
      expect.stringMatching(/«\s24\.500\s» .* peut vouloir dire 24\s500 ou 24,5/),
    ])
    const unit = await check('exportCustoms', customs({ 'Gross weight (kg)': '24.5 m3', 'Total price': 'USD 120,000' }))
    expect(messagesOf(unit.errors)).toEqual([
      expect.stringContaining('The unit here is kg'),
      expect.stringContaining('names the currency “USD”'),
    ])
  })
})

describe('a day', () => {
  test('that the calendar does not have is refused', async () => {
    const { errors } = await check('felling', felling({ 'Felling date and time': '2026-06-31 09:00' }))
    expect(messagesOf(errors)).toEqual([
      expect.stringContaining('“2026-06-31 09:00” in “Felling date and time”: the calendar has no such day'),
    ])
  })

  test('of a Chinese spreadsheet is read in every column', async () => {
    expect((await check('exportCustoms', customs({ 'Export date': '2026/11/2' }), 'zh')).errors).toEqual([])
    expect(
      (await check('felling', felling({ 'Felling date and time': '2026年11月2日 9时30分' }), 'zh')).errors,
    ).toEqual([])
  })

  test('alone in a column of times gets its first hour, and the check says so', async () => {
    const { errors, notes } = await check('felling', felling({ 'Felling date and time': '2026-11-02' }))
    expect(errors).toEqual([])
    expect(messagesOf(notes)).toEqual([expect.stringContaining('it is understood as 2026-11-02 00:00')])
  })

  test('whose month is unknown is refused in English and the second number in French', async () => {
    const day = { 'Export date': '02/11/2026' }
    expect(messagesOf((await check('exportCustoms', customs(day))).errors)).toEqual([
      expect.stringContaining('can mean 2026-11-02 or 2026-02-11'),
    ])
    expect((await check('exportCustoms', customs(day), 'fr')).notes).toHaveLength(1)
  })
})

test('countries, species and positions are read as people write them', async () => {
  for (const country of ["Côte d'Ivoire", 'CIV', 'Ivory Coast', '科特迪瓦'])
    expect(
      messagesOf(
        (await check('felling', felling({ 'Country or region': country, Longitude: '5.5 W', Latitude: '7.5 N' })))
          .errors,
      ),
      country,
    ).toEqual([])
  for (const species of ['okoume', 'OKOUMÉ', 'Aucoumea klaineana Pierre', 'Angouma', '奥古曼'])
    expect(messagesOf((await check('felling', felling({ 'Tree species': species }))).errors), species).toEqual([])
  const wrong = await check(
    'felling',
    felling({ 'Country or region': 'Gabonn', 'Tree species': 'Irokko', Longitude: '11.6281 N' }),
  )
  expect(messagesOf(wrong.errors)).toEqual([
    expect.stringContaining('“11.6281 N” in “Longitude” is not a longitude'),
    expect.stringContaining('Do you mean: Gabon'),
    expect.stringContaining('Do you mean: Iroko'),
  ])
})

test('the check says which number of a place is the longitude', async () => {
  const { preview } = await check('forestSurvey', {
    ...common(),
    'Forest level': '1',
    'Forest location': 'Lope',
    'Plot coordinates': '(9.4673, 0.4162)',
  })
  const at = preview.columns.findIndex(({ title }) => title === 'Plot coordinates')
  expect(preview.rows[0]!.values[at]).toBe('longitude 9.4673, latitude 0.4162')
})
