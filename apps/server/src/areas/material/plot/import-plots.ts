import {
  checkBody,
  type Issue,
  type Language,
  largestPlotFile,
  mostPlots,
  permissionOf,
  phraseOf,
  plot,
} from '@timbermark/contract'
import { type ImportedPlots, importedPlots } from '@timbermark/contract/calls'
import type { PlotShape } from '@timbermark/contract/plot'
import { z } from 'zod'
import { progressForm } from '../../../entity/table/table-answer.ts'
import { withProgress } from '../../../entity/table/progress.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Row } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { parse, route, type RouteSpec } from '../../../platform/http/http.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { issueText, refusalText } from '../../../platform/refusal.ts'
import { phrase } from '@timbermark/phrases/all'
import type { Services } from '../../../platform/services.ts'
import { boxText, columnsOf, issueOf, loadCheckPlot } from './check-plot.ts'
import { findOverlaps, pauses, storeOverlaps } from './overlaps.ts'
import { readPlots, type ReadPlot } from './read-plots.ts'

const importPlotsForm = z.object({
  mode: z.enum(['check', 'commit']).default('check'),
  country: z.string().max(2).optional().describe('Country (ISO 3166-1 alpha-2) of plots that name none'),
  producer: z.string().max(200).optional().describe('Producer of plots that name none'),
  ...progressForm,
})
type Defaults = z.output<typeof importPlotsForm>

/** Rows of the preview. */
const mostShown = 200

interface CheckedPlot {
  row: number
  body: Row
  shape: PlotShape | undefined
  issues: Issue[]
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** A plot's record by the properties of the European system, or those that our own lists have. */
function bodyOf({ facts }: ReadPlot, row: number, language: Language, defaults: Defaults): Row {
  const first = (...keys: string[]) => keys.map(key => textOf(facts[key])).find(text => text !== '')
  const optional = (key: string, value: string | undefined) => (value === undefined ? {} : { [key]: value })
  // Area as text counts as none in the European system; here it is refused.
  const area = facts.Area ?? facts.area
  return {
    name: first('name', 'Name', 'ProductionPlace') ?? phrase(language, 'material.plot.unnamed', { n: row }),
    ...optional('number', first('number', 'id')),
    ...optional('country', (first('ProducerCountry', 'country') ?? defaults.country)?.toUpperCase()),
    ...optional('producer', first('ProducerName', 'producer') ?? defaults.producer),
    ...optional('place', first('ProductionPlace', 'place')),
    ...(area === undefined || area === null || area === '' ? {} : { declaredArea: area }),
  }
}

async function checkAll(read: readonly ReadPlot[], language: Language, defaults: Defaults): Promise<CheckedPlot[]> {
  const check = await loadCheckPlot()
  const pause = pauses()
  const checked: CheckedPlot[] = []
  for (const [at, one] of read.entries()) {
    const body = bodyOf(one, at + 1, language, defaults)
    const { shape, faults } = check(one.geometry, body)
    const issues = [...checkBody(plot, { ...body, geometry: 'x' }, 'add'), ...faults.map(issueOf)]
    checked.push({ row: at + 1, body, shape, issues })
    await pause()
  }
  return checked
}

/** Numbers that another plot has, stored or in the same file. */
async function refuseTakenNumbers(services: Services, actor: Actor, checked: readonly CheckedPlot[]): Promise<void> {
  const numbers = checked.flatMap(({ body }) => (typeof body.number === 'string' ? [body.number] : []))
  const stored = await services.database.withTenant(actor.tenantId, db =>
    db.query<{ number: string }>(
      sql`select number from plot where tenant_id = ${actor.tenantId} and number = any(${numbers})`,
    ),
  )
  const taken = new Set(stored.map(row => row.number))
  for (const { body, issues } of checked) {
    if (typeof body.number !== 'string') continue
    if (taken.has(body.number)) issues.push({ field: 'number', error: 'material.plotNumberTaken' })
    taken.add(body.number)
  }
}

async function store(
  { database }: Services,
  actor: Actor,
  faultless: readonly (CheckedPlot & { shape: PlotShape })[],
  onProgress: (done: number) => void,
): Promise<void> {
  const shapes = faultless.map(one => one.shape)
  const overlaps = await findOverlaps(database, actor.tenantId, shapes, { onProgress })
  await database.withTenant(actor.tenantId, async db => {
    const rows = faultless.map(({ body, shape }) => ({
      tenant_id: actor.tenantId,
      dept_id: actor.deptId,
      name: body.name,
      number: body.number ?? null,
      country: body.country,
      producer: body.producer ?? null,
      place: body.place ?? null,
      declared_area: body.declaredArea ?? null,
      ...columnsOf(shape),
      box: boxText(shape),
      created_by: actor.accountId,
      updated_by: actor.accountId,
    }))
    const stored = await insertRows<{ id: number }>(db, 'plot', rows, sql`returning id`)
    await storeOverlaps(
      db,
      actor,
      stored.map(({ id }) => id),
      overlaps,
    )
  })
}

const shownOf = ({ row, body, shape, issues }: CheckedPlot, language: Language): ImportedPlots['plots'][number] => ({
  row,
  name: textOf(body.name),
  country: textOf(body.country),
  kind: shape ? (shape.geometry.type === 'Point' ? 'point' : 'polygon') : null,
  area: shape?.area === undefined ? null : String(shape.area),
  positions: shape?.positions ?? 0,
  geometry: shape && shape.positions <= 500 ? JSON.stringify(shape.geometry) : null,
  repairs: shape?.repairs ?? [],
  faults: issues.map(issue => ({
    error: issue.error,
    message:
      issue.field === 'geometry'
        ? refusalText(language, issue.error, issue.params)
        : issueText(language, issue, phraseOf(plot)),
  })),
})

/** Checks a file of plots, and stores those without faults when it is to. */
async function importPlots(
  services: Services,
  actor: Actor,
  { read, defaults, language }: { read: readonly ReadPlot[]; defaults: Defaults; language: Language },
): Promise<ImportedPlots> {
  const checked = await checkAll(read, language, defaults)
  await refuseTakenNumbers(services, actor, checked)
  const faultless = checked.flatMap(one => (one.shape && one.issues.length === 0 ? [{ ...one, shape: one.shape }] : []))
  if (defaults.mode === 'commit' && faultless.length > 0)
    await withProgress(services.database, actor, defaults.progress, faultless.length, onProgress =>
      store(services, actor, faultless, onProgress),
    )
  const faulty = checked.filter(one => one.issues.length > 0)
  return {
    count: checked.length,
    faulty: faulty.length,
    stored: defaults.mode === 'commit' ? faultless.length : 0,
    plots: [...faulty, ...faultless].slice(0, mostShown).map(one => shownOf(one, language)),
  }
}

/** The import of a file of plots. */
export const importRoutes: RouteSpec[] = [
  route({
    method: 'POST',
    path: '/material/plot/importData',
    access: { permission: permissionOf(plot, 'import') },
    summary: `Import of plots from GeoJSON, KML or CSV, at most ${mostPlots}: check, or store those without faults`,
    upload: 'file',
    bodyLimit: largestPlotFile + 100_000,
    form: importPlotsForm,
    answer: importedPlots,
    audit: { title: phraseOf(plot), kind: 'import' },
    handler: async ({ services, actor, request, language }) => {
      const { fields, content } = await readUpload(request, largestPlotFile)
      const defaults = parse(importPlotsForm, fields)
      return importPlots(services, actor, { read: await readPlots(content, language), defaults, language })
    },
  }),
]
