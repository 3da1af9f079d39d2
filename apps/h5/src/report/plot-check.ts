/** What is wrong with a walked plot, by the rules that the server has too. Only the page of walks loads it. */
import { areaHectares, checkShape, mostPositions, pointHectares } from '@timbermark/contract/plot'
import type { Problem } from './check.ts'
import type { PlotContent } from './local-plot.ts'
import { geometryOf, type Walk } from './walk.ts'

/** The faults of the shape of a walk. */
export function shapeProblems(walk: Walk): Problem[] {
  if (walk.positions.length === 0) return [{ at: 'walk', phrase: 'h5.walk.none' }]
  const { faults = [] } = checkShape(geometryOf(walk))
  return faults.map(({ fault, at = 1 }) => ({
    at: 'walk',
    phrase: `error.material.plot.${fault}` as const,
    params: { at, max: mostPositions },
  }))
}

/** Hectares inside of the walk so far; undefined before it has three positions. */
export function hectaresOf({ mode, positions }: Walk): number | undefined {
  if (mode === 'point' || positions.length < 3) return undefined
  const ring = positions.map(({ position }) => position)
  return areaHectares([[...ring, ring[0]!]])
}

/** What must be corrected before the plot may be sent. */
export function checkPlot(content: PlotContent): Problem[] {
  const { walk, name, number, country, declaredArea } = content
  const problems: Problem[] = []
  if (walk.state !== 'finished') problems.push({ at: 'walk', phrase: 'h5.walk.unfinished' })
  else problems.push(...shapeProblems(walk))
  if (name.trim() === '') problems.push({ at: 'name', phrase: 'h5.walk.nameMissing' })
  if (number.trim() === '') problems.push({ at: 'number', phrase: 'h5.walk.numberMissing' })
  if (country === '') problems.push({ at: 'country', phrase: 'h5.walk.countryMissing' })
  const area = declaredArea.trim().replace(',', '.')
  if (walk.mode === 'point' && area !== '') {
    const isNumber = /^\d{1,8}(\.\d{1,4})?$/.test(area)
    if (!isNumber || Number(area) < pointHectares.min)
      problems.push({ at: 'declaredArea', phrase: 'h5.walk.areaUnread' })
    else if (Number(area) > pointHectares.max)
      problems.push({ at: 'declaredArea', phrase: 'error.material.plot.pointArea' })
  }
  return problems
}
