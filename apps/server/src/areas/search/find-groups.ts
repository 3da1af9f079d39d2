import { keyOf, labelKeyOf } from '@timbermark/contract'
import { type FoundGroup, foundPerList } from '@timbermark/contract/calls'
import { answerPage, answerThese, withReadScope } from '../../entity/answers.ts'
import { findRecords } from '../../entity/find-records.ts'
import type { Reader, Reading } from '../../entity/read-rows.ts'
import { readingOfRoute } from '../../entity/view-routes.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Row } from '../../platform/database/database.ts'
import { isOpenTo, type RouteSpec } from '../../platform/http/http.ts'

/** The lists that take part in the search, as far as this user may call them. */
export function searchedLists(routes: readonly RouteSpec[], actor: Actor): Reading[] {
  return routes.flatMap(route => {
    const reading = readingOfRoute(route)
    return reading?.listed.globalSearch && isOpenTo(route.access, actor) ? [reading] : []
  })
}

/** Records of each list that a text means. */
export async function findByText(lists: readonly Reading[], reader: Reader, text: string): Promise<FoundGroup[]> {
  const { database } = reader.services
  const matches = await findRecords(
    database,
    lists.filter(({ listed }) => listed.globalSearch!.by.length > 0),
    reader,
    text,
  )
  if (matches.length === 0) return []
  return database.withTenant(reader.actor.tenantId, async db => {
    const groups: FoundGroup[] = []
    for (const { reading, ids, more, field } of matches) {
      const rows = await answerThese(db, reading, reader, ids)
      if (rows.length > 0) groups.push(toGroup(reading, rows, more, { field, value: text }))
    }
    return groups
  })
}

/** Records of the lists that a code leads to, such as cases about it. */
export async function findByCode(lists: readonly Reading[], reader: Reader, code: string): Promise<FoundGroup[]> {
  const groups: FoundGroup[] = []
  for (const reading of lists) {
    const field = reading.listed.globalSearch!.byCode
    if (field === undefined) continue
    const query = { [field]: code, limit: foundPerList }
    const { rows, total } = await withReadScope(reading, reader, db => answerPage(db, reading, reader, query))
    if (rows.length > 0)
      groups.push(toGroup(reading, rows as (Row & { id: number })[], total > rows.length, { field, value: code }))
  }
  return groups
}

function toGroup(
  { listed }: Reading,
  rows: readonly (Row & { id: number })[],
  more: boolean,
  filter: FoundGroup['filter'],
): FoundGroup {
  const facts = (listed.globalSearch!.shows ?? []).map(field => ({
    field,
    key: listed.fields[field]!.kind === 'ref' ? labelKeyOf(field) : field,
  }))
  return {
    list: keyOf(listed),
    rows: rows.map(row => ({
      id: row.id,
      name: String(row[listed.label] ?? ''),
      facts: facts.flatMap(({ field, key }) => {
        const value = row[key]
        if (value === null || value === undefined || value === '') return []
        return [{ field, text: value instanceof Date ? value.toISOString() : String(value) }]
      }),
    })),
    more,
    filter,
  }
}
