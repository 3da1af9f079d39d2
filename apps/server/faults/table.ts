import type { Shot } from './aim.ts'
import { type Counts, noCounts } from './books.ts'

/** One line of the table: a fault, how often it struck, and the result. */
export interface Row {
  name: string
  title: string
  times: number
  acknowledged: Counts
  lost: string[]
  doubled: string[]
  stuck: string[]
  /** All other errors. */
  wrong: string[]
  /** What was in flight at each aimed strike. */
  shots: Shot[]
  /** How often it did not recover by itself. */
  hands: number
  /** Seconds until everything was served again, each time. */
  recoveries: number[]
  limitSeconds: number
  /** Why it was skipped. */
  skipped?: string
}

export const newRow = (name: string, title: string, limitSeconds = 10): Row => ({
  name,
  title,
  times: 0,
  acknowledged: noCounts(),
  lost: [],
  doubled: [],
  stuck: [],
  wrong: [],
  shots: [],
  hands: 0,
  recoveries: [],
  limitSeconds,
})

export const slow = (row: Row): number[] => row.recoveries.filter(seconds => seconds > row.limitSeconds)

/** Did everything recover by itself, in time and completely? */
export const held = (row: Row): boolean =>
  row.lost.length + row.doubled.length + row.stuck.length + row.wrong.length + row.hands + slow(row).length === 0

const figures = ({ acknowledged: a }: Row) =>
  [
    a.report + a.photo,
    a.correct + a.void,
    a.scan + a.check,
    a.add + a.edit,
    a.upload + a.piece,
    a.import + a.list,
    a.pack + a.unpack,
    a.assign + a.takeBack,
    a.certify + a.revoke,
    a.request + a.submit,
    a.run + a.mail,
  ].join('/')

function recoveries({ recoveries: values }: Row): string {
  if (values.length === 0) return '-'
  const sorted = [...values].sort((a, b) => a - b)
  return `${sorted[Math.floor(sorted.length / 2)]!.toFixed(1)} ${sorted.at(-1)!.toFixed(1)}`
}

const heading = [
  'fault',
  'times',
  'acknowledged (reports/corrections/scans+checks/adds+edits/uploads/imports/packing/custody/certification/codes/runs+mails)',
  'lost',
  'doubled',
  'stuck',
  'wrong',
  'by hand',
  'recovery s: median, worst',
]

/** The whole table as text, columns aligned. */
export function tableOf(rows: readonly Row[]): string {
  const struck = rows.filter(row => !row.skipped)
  const sum: Row = newRow('all', '')
  for (const row of struck) {
    sum.times += row.times
    sum.hands += row.hands
    for (const kind of Object.keys(sum.acknowledged) as (keyof Counts)[])
      sum.acknowledged[kind] += row.acknowledged[kind]
    for (const list of ['lost', 'doubled', 'stuck', 'wrong'] as const) sum[list].push(...row[list])
    sum.recoveries.push(...row.recoveries)
  }
  const cells = [
    heading,
    ...[...struck, sum].map(row => [
      row.title || row.name,
      String(row.times),
      figures(row),
      ...[row.lost, row.doubled, row.stuck, row.wrong].map(list => String(list.length)),
      String(row.hands),
      recoveries(row),
    ]),
  ]
  const widths = heading.map((_, column) => Math.max(...cells.map(line => line[column]!.length)))
  const lines = cells.map(line =>
    line
      .map((cell, column) =>
        column === 0 || column === 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  )
  return [...lines, ...rows.filter(row => row.skipped).map(row => `${row.title}: not done, ${row.skipped}`)].join('\n')
}
