import type { Language } from '@timbermark/contract'
import { largestOriginFile, mostOriginOutlines, type WoodOrigin } from '@timbermark/contract/calls'
import { decimalText, parseDecimal } from '@timbermark/material'
import { phrase } from '@timbermark/phrases/all'
import { sheetAnswer, textColumn } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import { type Call, FileAnswer, timeZoneOf } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { XlsxColumn } from '../../../platform/workbook/xlsx/xlsx.ts'
import type { OriginLimits } from './load-origin.ts'
import { mostPlotsOfWalk } from './load-sources.ts'

export const geoJsonType = 'application/geo+json'

/** A file has all plots: one beyond these limits is refused, since a part of the plots would look like all of them. */
export const fileLimits: OriginLimits = { most: mostPlotsOfWalk, longest: largestOriginFile }
/** A workbook has no outlines. */
export const sheetLimits: OriginLimits = { most: mostPlotsOfWalk, longest: mostOriginOutlines }

type Plot = WoodOrigin['plots'][number]

/**
 * A plot as the European system reads it. Its number and name are in the place of production, since other properties are
 * ignored. The area is written as its decimals are, never by way of a float.
 */
function feature({ number, name, producer, country, place, area, geometry }: Plot): string {
  const properties = JSON.stringify({
    ...(producer && { ProducerName: producer }),
    ProducerCountry: country,
    ProductionPlace: [number, name, place].filter(Boolean).join(', '),
  })
  const exact = area === null ? undefined : parseDecimal(area)
  const withArea = exact ? `${properties.slice(0, -1)},"Area":${decimalText(exact)}}` : properties
  return `{"type":"Feature","properties":${withArea},"geometry":${geometry}}`
}

/**
 * The plots that the reader may see, each once, as GeoJSON with longitude first and six decimals, as plots are stored.
 * @throws Refusal material.originTooLarge
 */
export function originGeoJson({ request }: Pick<Call, 'request'>, origin: WoodOrigin): FileAnswer {
  const drawn = origin.plots.filter(({ geometry }) => geometry !== null)
  const content = Buffer.from(`{"type":"FeatureCollection","features":[${drawn.map(feature).join(',\n')}]}\n`)
  if (origin.cut || content.length > largestOriginFile) throw new Refusal('material.originTooLarge')
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: timeZoneOf(request) })
  const name = origin.goods.replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return new FileAnswer(content, geoJsonType, `plots-${name}-${day}.geojson`)
}

async function* each(rows: Iterable<unknown[]>): AsyncGenerator<unknown[]> {
  yield* rows
}

const number = (text: string | null) => (text === null ? null : Number(text))

/** Rows of plots, of plots that are not shared, and of what is not known: batch by batch, from the goods back. */
function rowsOf(language: Language, species: ReadonlyMap<string, string>, origin: WoodOrigin): unknown[][] {
  const words = (key: string) => word(language, `material.origin.${key}`)
  const rows = origin.batches.flatMap(batch => {
    const about = [batch.step, batch.enterprise, batch.batch?.number ?? null]
    const { withheld } = batch
    return [
      ...batch.fellings.map(({ plot: at, records, firstDay, lastDay, volume, species: codes, afterwards }) => {
        const plot = origin.plots[at]!
        const names = codes.map(code => species.get(code) ?? code).join(', ')
        const { number: of, name, country, producer, place, area, version } = plot
        const land = [of, name, country, producer, place, number(area), version]
        return [
          ...about,
          words(afterwards || batch.afterwards ? 'plotAfterwards' : 'plot'),
          ...land,
          records,
          firstDay,
          lastDay,
          number(volume),
          names,
        ]
      }),
      ...(withheld.plots > 0
        ? [
            [
              ...about,
              phrase(language, 'material.origin.withheldRow', { n: withheld.plots }),
              ...[null, null, null, null, withheld.places.join(', ') || null, null, null],
              ...[withheld.fellings, null, null, null, null],
            ],
          ]
        : []),
      ...batch.gaps.map(({ kind, records, volume }) => [
        ...about,
        words(`gap.${kind}`),
        ...[null, null, null, null, null, null, null],
        ...[records, null, null, number(volume), null],
      ]),
    ]
  })
  return origin.cut ? [...rows, [null, null, null, words('cutRow')]] : rows
}

/** One row for each plot of each batch, and for each thing that is not known. */
export function originSheet(
  asking: Pick<Call, 'request' | 'language'>,
  species: ReadonlyMap<string, string>,
  origin: WoodOrigin,
): Promise<FileAnswer> {
  const { language } = asking
  const title = (key: string) => word(language, `material.origin.column.${key}`)
  const integer = (key: string): XlsxColumn => ({ title: title(key), width: 10, kind: 'integer' })
  const decimals = (key: string, digits: number): XlsxColumn => ({
    title: title(key),
    width: 12,
    kind: 'decimal',
    decimals: digits,
  })
  const day = (key: string): XlsxColumn => ({ title: title(key), width: 12, kind: 'date' })
  return sheetAnswer(
    asking,
    word(language, 'menu.material.origin'),
    [
      integer('step'),
      textColumn(title('enterprise'), 30),
      textColumn(title('batch')),
      textColumn(title('what'), 30),
      textColumn(title('number')),
      textColumn(title('name'), 24),
      textColumn(title('country'), 8),
      textColumn(title('producer'), 24),
      textColumn(title('place'), 24),
      decimals('area', 4),
      integer('version'),
      integer('records'),
      day('firstDay'),
      day('lastDay'),
      decimals('volume', 3),
      textColumn(title('species'), 24),
    ],
    each(rowsOf(language, species, origin)),
  )
}
