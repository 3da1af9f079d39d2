import { type Grain, type Language, type PlaceLevel, placeLevels, type StageKey } from '@timbermark/contract'
import { wallClockOf } from '@timbermark/contract/reading'
import { sheetAnswer, textColumn } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import type { Call, FileAnswer } from '../../../platform/http/http.ts'
import type { XlsxColumn } from '../../../platform/workbook/xlsx/xlsx.ts'
import type { Compared } from './report-query.ts'
import type { Point } from './trend.ts'

type Asking = Pick<Call, 'request' | 'language'>

const integer = (title: string): XlsxColumn => ({ title, width: 14, kind: 'integer' })
const decimal = (title: string): XlsxColumn => ({ title, width: 14, kind: 'decimal', decimals: 1 })

async function* each(rows: Iterable<unknown[]>): AsyncGenerator<unknown[]> {
  yield* rows
}

const counts = ['scans', 'checks', 'wrongChecks'] as const
const compared = [
  'scans',
  'scansBefore',
  'checks',
  'checksBefore',
  'wrongChecks',
  'wrongChecksBefore',
] as const satisfies readonly (keyof Compared)[]

const titled = (language: Language) => (key: string) => word(language, `stats.report.${key}`)

interface Trend {
  points: readonly Point[]
  pointsBefore: readonly Point[]
}

/** One row per point of the period, followed by the compared point. @param zone in which hours are shown */
export function trendSheet(
  asking: Asking,
  grain: Grain,
  { points, pointsBefore }: Trend,
  zone: string,
): Promise<FileAnswer> {
  const title = titled(asking.language)
  const columns = [
    { ...textColumn(title(grain)), ...(grain === 'hour' && { kind: 'datetime' as const }) },
    ...counts.flatMap(key => [integer(title(key)), integer(title(`${key}Before`))]),
  ]
  const wallClock = wallClockOf(zone)
  const start = ({ start: at }: Point) => {
    if (grain === 'hour') return new Date(wallClock(Date.parse(at))).toISOString().slice(0, 19)
    return grain === 'month' ? at.slice(0, 7) : at
  }
  const rows = points.map((point, place) => [
    start(point),
    ...counts.flatMap(key => [point[key], pointsBefore[place]?.[key]]),
  ])
  return sheetAnswer(asking, word(asking.language, 'menu.stats.trend'), columns, each(rows))
}

export function rankingSheet(
  asking: Asking,
  by: string,
  rows: readonly (Compared & { name: string })[],
): Promise<FileAnswer> {
  const title = titled(asking.language)
  const columns = [textColumn(title(`by.${by}`), 30), ...compared.map(key => integer(title(key)))]
  return sheetAnswer(
    asking,
    word(asking.language, 'menu.stats.product'),
    columns,
    each(rows.map(row => [row.name, ...compared.map(key => row[key])])),
  )
}

export function placesSheet(
  asking: Asking,
  level: PlaceLevel,
  rows: readonly (Compared & { country: string; province: string; city: string })[],
): Promise<FileAnswer> {
  const { language } = asking
  const title = titled(language)
  const levels = placeLevels.slice(0, placeLevels.indexOf(level) + 1)
  const regions = new Intl.DisplayNames([language], { type: 'region' })
  const named = (code: string) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code)
  const columns = [...levels.map(key => textColumn(title(`level.${key}`))), ...compared.map(key => integer(title(key)))]
  return sheetAnswer(
    asking,
    word(language, 'menu.stats.place'),
    columns,
    each(
      rows.map(row => [
        ...levels.map(key => (key === 'country' ? named(row.country) : row[key])),
        ...compared.map(key => row[key]),
      ]),
    ),
  )
}

const ofStage = ['reports', 'reportsBefore', 'codes', 'items', 'packages', 'batches'] as const
const daysOfStage = ['medianDays', 'medianDaysBefore', 'averageDays', 'longestDays'] as const
const yieldsOfStage = ['yield', 'yieldBefore'] as const

type StageCounts = Record<(typeof ofStage)[number], number> &
  Record<(typeof daysOfStage)[number] | (typeof yieldsOfStage)[number] | 'volume', number | null> & { stage: StageKey }

export function stagesSheet(asking: Asking, rows: readonly StageCounts[]): Promise<FileAnswer> {
  const title = titled(asking.language)
  const columns = [
    textColumn(title('stage'), 24),
    ...ofStage.map(key => integer(title(key))),
    { ...decimal(title('volume')), decimals: 3 },
    ...daysOfStage.map(key => decimal(title(key))),
    ...yieldsOfStage.map(key => decimal(title(`${key}Percent`))),
  ]
  const cells = rows.map(row => [
    word(asking.language, `stage.${row.stage}`),
    ...ofStage.map(key => row[key]),
    row.volume,
    ...daysOfStage.map(key => row[key] && Math.round(row[key] * 10) / 10),
    ...yieldsOfStage.map(key => row[key] && Math.round(row[key] * 1000) / 10),
  ])
  return sheetAnswer(asking, word(asking.language, 'menu.stats.stage'), columns, each(cells))
}
