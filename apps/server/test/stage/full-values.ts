import { countryCodes, isFilesKind, type StageField } from '@timbermark/contract'
import { kindOf, type StageValueFacts } from '@timbermark/contract/stages'

/** Where the place of a value comes from: the fields of a stage are filled in `variants` ways, each field with other values. */
export const variants = 3

/** Texts as people write them, in the form in which forms store them, and what a spreadsheet makes something else of. */
const texts = [
  '=SUM(A1:A9)',
  'Équipe n° 2, Nzoé & fils <S.A.>',
  '+241 77 12 34 56',
  '中非木业（广西）有限公司',
  '-12 % humidity',
  "@forêt, côté d'Okoumé",
  '0012',
  "'=quoted",
  '2026-03-04',
  '31.12',
  '123456789012345678',
  '_x0041_ "quoted"; a, b',
  'TRUE',
  '3/4',
]
const manyLines = ['First line\nSecond line\n\n=1+1', '第一行\n第二行', "- d'abord\n- ensuite : fin"]
const codes = [...countryCodes]

/** Entries in use of each dictionary. */
export type Dictionaries = ReadonlyMap<string, readonly string[]>

/**
 * A value of a field, by its declaration; undefined for files, which no workbook holds.
 * @param n which of many values
 */
export function fullValue(
  field: StageField,
  n: number,
  known: { dictionaries: Dictionaries; papers: readonly string[]; plots: readonly string[] },
) {
  const kind = kindOf(field)
  if (isFilesKind(kind)) return undefined
  const one = <T>(values: readonly T[]): T => values[n % values.length]!
  switch (field.type) {
    case 'text':
    case 'code':
      return [...one(texts)].slice(0, kind.kind === 'text' ? kind.max : undefined).join('')
    case 'longText':
      return one(manyLines)
    case 'document':
      return one(known.papers)
    case 'plot':
      return one(known.plots)
    case 'number':
    case 'integer':
      return measure(field, n)
    case 'date':
      return one(['2026-03-31', '2026-11-01', '1900-01-15', '2024-02-29'])
    case 'datetime':
      // The last but one stands in the hour that the clocks of Paris show twice.
      return one([
        '2026-03-31T08:30:00+01:00',
        '2026-10-31T23:59:59.987Z',
        '2026-10-25T00:30:00Z',
        '2026-10-25T01:30:00Z',
      ])
    case 'yesNo':
      return one([true, false])
    case 'choice':
      return one(field.options ?? [])
    case 'dict':
      return one(known.dictionaries.get(field.dict ?? '') ?? [])
    case 'country':
      return codes[(n * 37) % codes.length]
    case 'coordinates':
      return one([
        ['9.4543', '0.3901'],
        ['-73.123', '-4.0000001'],
        ['108.2762311', '22.5'],
      ])
  }
}

/** Numbers within the bounds, with as many decimals as are stored. */
function measure({ type, min = 0, max = 1_000_000 }: StageValueFacts, n: number): string {
  if (type === 'integer') return String(Math.min(max, min + [1, 24_500, 7][n % 3]!))
  const number = [12.5, 1234.567, 0.123456, 24_500][n % 4]!
  return String(number < min ? min : number > max ? max : number)
}

/** Fields of which one bounds the other, or that a rule without exceptions compares; they take what fits each other. */
export const fitting: Readonly<Record<string, readonly string[]>> = {
  grossWeight: ['24500.25', '1.234', '1000000000'],
  netWeight: ['24499.125', '1.234', '999999999.123456'],
  departureTime: ['2026-10-25T00:30:00Z', '2026-03-29T01:00:00.5Z', '2026-09-01T12:00:00Z'],
  arrivalTime: ['2026-10-25T01:30:00Z', '2026-03-30T01:00:00Z', '2026-12-20T12:00:00Z'],
  diameter1: ['62.5', '58', '100'],
  diameter2: ['60.125', '58', '99.999999'],
  // Rules of logs and boards; the volumes are what they make.
  measureRule: ['newton', 'smalian', 'huber'],
  middleDiameter: ['61.25', '58', '99.5'],
  length: ['12.5', '3.25', '1.123456'],
  productLength: ['4000', '10.5', '2500.5'],
  productWidth: ['100', '10', '99.5'],
  productHeight: ['25', '1', '22.123456'],
  productQuantity: ['50', '1', '100'],
  volume: ['1.234567', '0.001', '12.5'],
  inputVolume: ['100.001', '0.001', '24500'],
  outputVolume: ['50.5', '0.001', '12.345678'],
  offcutsVolume: ['20.25', '0', '1234.567'],
  sawdustVolume: ['0.123456', '0', '24.5'],
  barkVolume: ['1', '0', '0.000001'],
  unitPrice: ['999999999999.123456', '0', '1234.567'],
  totalPrice: ['1000000000000', '0.000001', '1234567890123.125'.slice(1)],
  quantity: ['24500', '1', '10000'],
}
