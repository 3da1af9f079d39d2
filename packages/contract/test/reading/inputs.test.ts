import { describe, expect, test } from 'vitest'
import { date, datetime, decimal, email, flag, integer, phone, text } from '../../src/field.ts'
import type { Kind } from '../../src/kinds/kind.ts'
import { type Answer, Names, type ReadBy, readDegrees, readValue } from '../../src/reading/index.ts'
import { partsOfLabel, speciesNames } from '../../src/reading/species.ts'
import { treeSpecies } from '../../src/stage/species.ts'
import { mobile } from '../../src/system/rules.ts'
import { type Line, readTable, tableLanguages, timeZones } from './table.ts'

const yesNo = { names: new Names<boolean>(), labels: ['yes', 'no'] }
for (const word of ['yes', 'oui', '是']) yesNo.names.add(true, word)
for (const word of ['no', 'non', '否']) yesNo.names.add(false, word)

const species = new Names<string>()
for (const { value, latin } of treeSpecies) species.add(value, value).add(value, latin.join(' '))
for (const [value, name] of speciesNames()) species.add(value, name)
for (const [value, name] of [
  ['OKO', 'Okoumé'],
  ['OKO', '奥古曼'],
  ['SAP', 'Sapelli'],
  ['PAD', 'Padouk d’Afrique'],
  ['PAD', '红花梨（非洲紫檀）'],
  ['WEN', 'Wenge'],
  ['WEN', 'Wengé'],
  ['ZIN', 'Zingana (zebrano)'],
  ['LIM', 'Limba (fraké)'],
] as const)
  for (const part of partsOfLabel(name)) species.add(value, part)

const kinds: Record<string, Kind> = {
  number: decimal({}),
  integer: integer({}),
  'quantity in kg': decimal({ unit: 'kg' }),
  'quantity in m3': decimal({ unit: 'm3' }),
  'quantity in cm up to 1000': decimal({ unit: 'cm', max: 1000 }),
  'quantity in percent': decimal({ unit: 'percent', min: 0, max: 100 }),
  pieces: integer({ unit: 'pieces', min: 1 }),
  money: decimal({ min: 0 }),
  day: date({}),
  moment: datetime({}),
  country: { kind: 'country' },
  species: { kind: 'dict', dict: 'tree_species' },
  coordinates: { kind: 'coordinates' },
  phone: phone({}),
  mobile: mobile({}),
  'e-mail': email({}),
  text: text({ max: 200 }),
  'yes or no': flag({}),
  'time zone': { kind: 'timeZone' },
}

function read({ kind, cell, since1904 }: Line, by: ReadBy): Answer<unknown> {
  const readBy = { ...by, since1904 }
  if (kind === 'longitude' || kind === 'latitude') return readDegrees(cell, readBy, kind)
  const choices = kind === 'species' ? { names: species, labels: ['Okoumé', 'Pin (Pinus)'] } : yesNo
  return readValue(kinds[kind]!, cell, readBy, { choices })
}

/** An answer as the table writes it. */
function written(answer: Answer<unknown>): string {
  if ('fault' in answer) {
    const { error, params } = answer.fault
    return ['!', error, ...[params?.said ?? []].flat(), ...(params?.said === 'near' ? [params.choices] : [])].join(' ')
  }
  const value = Array.isArray(answer.value) ? answer.value.join(' ') : answer.value
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
  return answer.note ? `${text} (${answer.note.said})` : text
}

const lines = readTable()

describe('the table of kinds and inputs', () => {
  test('has lines of every kind', () => {
    expect(new Set(lines.map(line => line.kind))).toEqual(new Set([...Object.keys(kinds), 'longitude', 'latitude']))
    expect(lines.length).toBeGreaterThan(300)
  })

  for (const language of tableLanguages)
    test(`every input becomes what the table says, read in ${language}`, () => {
      const wrong = lines.flatMap(line => {
        const answer = written(read(line, { language, timeZone: timeZones[language] }))
        const expected = line.expected[language]
        // A refusal without names stands for one with any.
        const fits = answer === expected || (expected.endsWith(' near') && answer.startsWith(`${expected} `))
        return fits ? [] : [`${line.kind}: ${line.input} gives ${answer} instead of ${expected}`]
      })
      expect(wrong).toEqual([])
    })
})
