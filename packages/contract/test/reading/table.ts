/** Reads `inputs.md`, the table of kinds and inputs. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../../src/limits.ts'
import { type Cell, isFailedFormula, textOf } from '../../src/reading/index.ts'

export interface Line {
  kind: string
  /** As the table writes it. */
  input: string
  cell: Cell
  since1904: boolean
  expected: Record<Language, string>
}

const languages = ['zh', 'en', 'fr'] as const

/** The cell that an input of the table stands for. */
export function cellOf(input: string): Cell {
  const [, is, value = ''] = /^(?:1904 )?(number|date|error) (.*)$/.exec(input) ?? []
  if (is === 'number') {
    const [number = '', unit] = value.split(' shown with ')
    const zeros = /^0+(?=\d)/.exec(number)
    return {
      is,
      number: Number(number),
      ...(unit !== undefined && { unit }),
      ...(zeros && { digits: number.length }),
    }
  }
  if (is === 'date') return { is, wallTime: Date.parse(`${value.replace(' ', 'T')}${value.includes(' ') ? 'Z' : ''}`) }
  if (is === 'error' && isFailedFormula(value)) return { is, text: value }
  if (input === 'yes') return { is: 'boolean', yes: true }
  if (input === 'long') return textOf('x'.repeat(10_000))
  return textOf(
    input.replace(/\\u\{([0-9a-f]+)\}/g, (_, point: string) => String.fromCodePoint(Number.parseInt(point, 16))),
  )
}

/** All lines of the table. */
export function readTable(): Line[] {
  const text = readFileSync(fileURLToPath(new URL('inputs.md', import.meta.url)), 'utf8')
  const lines: Line[] = []
  let kind = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) kind = line.slice(3)
    const [, input, ...answers] = /^\| `(.+)` \| ([^|]+) \| ([^|]*)\| ([^|]*)\|$/.exec(line) ?? []
    if (input === undefined) continue
    const [zh, en, fr] = answers.map(answer => answer.trim())
    lines.push({
      kind,
      input,
      cell: cellOf(input),
      since1904: input.startsWith('1904 '),
      expected: { zh: zh!, en: en || zh!, fr: fr || zh! },
    })
  }
  return lines
}

export const tableLanguages: readonly Language[] = languages
export const timeZones: Record<Language, string> = {
  zh: 'Asia/Shanghai',
  en: 'Europe/London',
  fr: 'Africa/Libreville',
}
