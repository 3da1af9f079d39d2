import { type Language, localizedText } from '@timbermark/contract'
import type { OriginGap, WoodOrigin } from '@timbermark/contract/calls'
import type { Actor } from '../../../platform/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { placeNamer } from '../whereabouts.ts'
import type { OriginGoods } from './find-goods.ts'
import {
  type BatchName,
  type FellingPlace,
  type FellingSum,
  loadFellingPlaces,
  loadFellings,
  loadNames,
  loadPlots,
  loadSources,
  mostPlotsOfWalk,
  type PlotKey,
  type PlotVersion,
  type SourceSum,
} from './load-sources.ts'
import { type OriginNode, walkOrigin } from './walk-origin.ts'

type Batch = WoodOrigin['batches'][number]
type Gap = Batch['gaps'][number]

/** How much of the plots is loaded. */
export interface OriginLimits {
  /** Plots. */
  most: number
  /** Characters of all outlines together. */
  longest: number
}

interface Loaded {
  nodes: OriginNode[]
  isCut: boolean
  names: BatchName[]
  fellings: FellingSum[]
  sources: SourceSum[]
  /** In the order in which the goods lead to them. */
  plots: PlotVersion[]
  /** Keys of all plots that the reader may see, also beyond the limits. */
  visible: ReadonlySet<string>
  places: FellingPlace[]
}

/** A felling sum that names a plot. */
type OnPlot = FellingSum & { plotId: number; version: number }
const isOnPlot = (sum: FellingSum): sum is OnPlot => sum.plotId !== null && sum.version !== null

const keyOf = ({ tenantId, plotId, version }: PlotKey) => `${tenantId} ${plotId} ${version}`

/** Reads the way back: of other enterprises their names, what their fellings say, and the plots that they share; nothing else. */
function load({ database }: Services, actor: Actor, { batchIds, zone }: OriginGoods, limits: OriginLimits) {
  return database.acrossTenants(
    'origin',
    async (db): Promise<Loaded> => {
      const goods = batchIds.map(batchId => ({ tenantId: actor.tenantId, batchId }))
      const { nodes, isCut } = await walkOrigin(db, goods)
      const fellings = await loadFellings(db, nodes, zone)
      const named = fellings.filter(isOnPlot).map(sum => {
        const { tenantId, batchId, sharing } = nodes[sum.n]!
        const { n, plotId, version } = sum
        return {
          n,
          tenantId,
          batchId,
          plotId,
          version,
          mayBeSeen: tenantId === actor.tenantId || sharing.has(tenantId),
        }
      })
      const wanted = [...new Map(named.filter(({ mayBeSeen }) => mayBeSeen).map(one => [keyOf(one), one])).values()]
      const loaded = wanted.length === 0 ? [] : await loadPlots(db, actor, wanted, limits)
      const visible = new Set(loaded.map(keyOf))
      const withheld = named.filter(one => !one.mayBeSeen || !visible.has(keyOf(one)))
      const plots = loaded.slice(0, limits.most)
      return {
        nodes,
        isCut: isCut || loaded.length > plots.length || loaded.length === mostPlotsOfWalk,
        names: await loadNames(db, actor, nodes),
        fellings,
        sources: await loadSources(db, nodes),
        plots,
        visible,
        places: withheld.length === 0 ? [] : await loadFellingPlaces(db, withheld),
      }
    },
    { replica: true },
  )
}

/** What is not known of a batch. */
function gapsOf(node: OriginNode, isOwn: boolean, fellings: readonly FellingSum[], source: SourceSum): Gap[] {
  const gaps: Gap[] = []
  const add = (kind: OriginGap, records: number | null = null, volume: string | null = null) =>
    gaps.push({ kind, records, volume: isOwn ? volume : null })
  const [without] = fellings.filter(sum => !isOnPlot(sum))
  if (without) add('felling', without.records, without.volume)
  const { purchases, purchased, undeclared } = source
  // Wood that was felled here, or came by a handover, and is bought after is the same wood.
  const isBought = !node.hasHandover && (purchased !== null || (purchases > 0 && fellings.length === 0))
  if (isBought) add('purchase', purchases, purchased)
  if (undeclared !== null) add('undeclared', null, undeclared)
  const isUnknown = node.role === 'holder' && !node.hasBefore && fellings.length === 0 && purchases === 0
  if (!node.isFollowed) add('notFollowed')
  else if (isUnknown && undeclared === null && purchased === null) add('noRecord')
  return gaps
}

/**
 * Follows goods back to the plots that their wood may come from.
 * @param limits beyond which the answer is cut
 */
export async function loadOrigin(
  services: Services,
  actor: Actor,
  language: Language,
  goods: OriginGoods,
  limits: OriginLimits,
): Promise<WoodOrigin> {
  const { nodes, isCut, names, fellings, sources, plots, visible, places } = await load(services, actor, goods, limits)
  const placeName = await placeNamer(services, language)
  const nameOf = ({ place, longitude, latitude }: FellingPlace): string | null =>
    placeName({
      place,
      longitude: longitude === null ? null : Number(longitude),
      latitude: latitude === null ? null : Number(latitude),
    })?.name ?? null
  const placeOf = new Map(plots.map((plot, at) => [keyOf(plot), at]))
  const fellingsOf = Map.groupBy(fellings, ({ n }) => n)
  const placesOf = Map.groupBy(places, ({ n }) => n)
  const numbers = new Map<string, string>()
  const withheld = new Set<string>()

  const describe = (node: OriginNode, n: number): Batch => {
    const isOwn = node.tenantId === actor.tenantId
    const { name, texts, number } = names[n]!
    const its = fellingsOf.get(n) ?? []
    // The Swedish form of a day is that of ISO 8601.
    const passedOn = node.lastPassedAt?.toLocaleDateString('sv-SE', { timeZone: goods.zone }) ?? null
    const named = its.filter(isOnPlot).map(sum => ({ ...sum, tenantId: node.tenantId }))
    const maySee = (plot: PlotKey) => (isOwn || node.sharing.has(node.tenantId)) && visible.has(keyOf(plot))
    const hidden = named.filter(plot => !maySee(plot))
    for (const plot of hidden) withheld.add(keyOf(plot))
    const seen = named.filter(maySee)
    for (const plot of seen) numbers.set(keyOf(plot), plot.number ?? '')
    const at = (placesOf.get(n) ?? []).map(one => one.place || nameOf(one))
    return {
      step: node.step,
      enterprise: localizedText(language, name, texts).text,
      own: isOwn,
      role: node.role,
      batch: isOwn && number !== null ? { id: node.batchId, number } : null,
      passed: node.passed,
      passedAt: node.passedAt?.toISOString() ?? null,
      afterwards: node.isAfterwards,
      fellings: seen.flatMap(sum => {
        const plot = placeOf.get(keyOf(sum))
        const { records, firstDay, lastDay, volume, species } = sum
        return plot === undefined
          ? []
          : [
              {
                plot,
                records,
                firstDay,
                lastDay,
                volume,
                species,
                afterwards: passedOn !== null && firstDay > passedOn,
              },
            ]
      }),
      withheld: {
        plots: hidden.length,
        fellings: hidden.reduce((sum, { records }) => sum + records, 0),
        places: [...new Set(at.flatMap(one => one ?? []))],
      },
      gaps: gapsOf(node, isOwn, its, sources[n]!),
    }
  }

  const batches = nodes.map(describe)
  return {
    goods: goods.goods,
    batches,
    plots: plots.map(({ tenantId, plotId, length: _, ...plot }) => ({
      ...plot,
      id: tenantId === actor.tenantId ? plotId : null,
      number: numbers.get(keyOf({ tenantId, plotId, version: plot.version })) ?? '',
    })),
    withheld: [...withheld].filter(key => !visible.has(key)).length,
    incomplete: batches.filter(({ gaps, withheld }) => gaps.length > 0 || withheld.plots > 0).length,
    fellingsWithoutPlot: batches
      .flatMap(({ gaps }) => gaps)
      .reduce((sum, { kind, records }) => sum + (kind === 'felling' ? (records ?? 0) : 0), 0),
    cut: isCut || plots.some(({ geometry, length }) => geometry === null && length > limits.longest),
  }
}
