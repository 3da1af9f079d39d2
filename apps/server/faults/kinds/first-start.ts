import { killFirstStart } from '../first-start.ts'
import { newRow, type Row } from '../table.ts'

/** Moments at which a first start is killed; not part of the quick campaign. */
const moments = 30

/** Kills the first start of a demonstration at moments spread over it; the final result must be complete. */
export async function firstStartKilled(say: (line: string) => void): Promise<Row> {
  const row = newRow('first-start', 'first start killed, server or database or both')
  const { interruptions, refused, changedPasswords, differing, miscounted, left } = await killFirstStart(moments, say)
  row.times = interruptions.length
  for (const account of refused) row.lost.push(`${account} cannot sign in`)
  for (const account of changedPasswords) row.lost.push(`${account} has another password than was told`)
  for (const [table, [actual, expected]] of Object.entries(differing))
    row.wrong.push(`table ${table} has ${actual} rows, ${expected} after an undisturbed start`)
  for (const day of miscounted) row.wrong.push(`sums of visits differ from the logs: ${day}`)
  for (const name of left) row.wrong.push(`left behind: ${name}`)
  return row
}
