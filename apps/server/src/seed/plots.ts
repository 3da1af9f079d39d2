import { addPlot } from '../areas/material/plot/plots.ts'
import type { Actor } from '../platform/actor.ts'
import type { Services } from '../platform/services.ts'

type Position = readonly [longitude: number, latitude: number]

const outline = (positions: readonly Position[]): string =>
  JSON.stringify({ type: 'Polygon', coordinates: [[...positions, positions[0]]] })

/** Three plots of the exporter, two of which overlap by a strip that was measured twice. */
const plots = [
  {
    name: 'Parcelle Okala nord',
    number: 'PL-01',
    geometry: outline([
      [11.61, -0.727],
      [11.634, -0.724],
      [11.643, -0.736],
      [11.637, -0.751],
      [11.613, -0.748],
    ]),
  },
  {
    name: 'Parcelle Okala sud',
    number: 'PL-02',
    geometry: outline([
      [11.612, -0.746],
      [11.638, -0.749],
      [11.645, -0.767],
      [11.621, -0.774],
      [11.606, -0.762],
    ]),
  },
  {
    name: 'Placette de la piste',
    number: 'PL-03',
    declaredArea: '3.5',
    geometry: JSON.stringify({ type: 'Point', coordinates: [11.661, -0.743] }),
  },
]

/** Adds the plots that the wood of the demonstration comes from. */
export async function seedPlots(services: Services, desk: Actor): Promise<void> {
  for (const plot of plots)
    await addPlot(services, desk, {
      country: 'GA',
      producer: 'Demo Okoumé Export (Gabon)',
      place: 'Okala',
      ...plot,
    })
}
