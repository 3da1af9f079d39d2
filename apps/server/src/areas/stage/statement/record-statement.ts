import { createHash } from 'node:crypto'
import { fileIdOf, isStageKey } from '@timbermark/contract'
import { fieldsOf, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import type {
  SealedDocument,
  SealedMention,
  SealedPlace,
  SealedRecordFile,
  SealedValue,
  Words,
} from '@timbermark/contract/trace'
import type { Json } from '@timbermark/ledger'
import { all as phrases } from '@timbermark/phrases/all'
import { inAllLanguages, wordsInAllLanguages, wordsOfName } from '../../../entity/dictionary.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import { loadPlaces } from '../../place/places.ts'
import { certainNameOf } from '../../place/certain-name.ts'
import { composed, type Fields, type Statement } from '../../ledger/sealing/content.ts'
import type { RecordFacts } from './record-facts.ts'

/** Digest of the codes of a record: SHA-256 over their ranges `request:from-to`, one a line. */
export function codesDigest(ranges: readonly string[]): string {
  return createHash('sha256').update(ranges.join('\n')).digest('hex')
}

/** How the fields of a record are called and where they stand in its form: what is sealed once, as it stood. */
export interface Wording {
  label: Words
  order: number
  type: SealedValue['type']
  group: SealedValue['group']
  unit?: string
  highlight?: true
  word?: Words
}

/** A value that no form asked for is told all the same. */
const unheardOf = (key: string): Wording => ({ label: key, order: 0, type: 'text', group: 'common' })

const isFiles = (type: string) => type === 'images' || type === 'files'

function labelOf(key: string, attribute: StageAttribute | undefined, own: boolean): Words {
  if (!own && attribute) return wordsOfName(attribute.label, attribute.labelTexts ?? {})
  return inAllLanguages(language => (phrases[language] as Record<string, string>)[`stage.field.${key}`] ?? key)
}

/** The words of a record's fields as they are now. */
export async function loadWording(db: Db, facts: RecordFacts): Promise<Map<string, Wording>> {
  if (!isStageKey(facts.stage)) return new Map()
  const stage = stageByKey(facts.stage)
  const template = await db.maybe<{ attributes: StageAttribute[] }>(
    sql`
      select attributes from stage_template
      where tenant_id in (${platformTenant}, ${facts.tenantId}) and id = ${facts.templateId}`,
  )
  const attributes = template?.attributes ?? []
  const own = new Set<string>(stage.fields.map(field => field.key))
  const fields = [...fieldsOf(stage, attributes).values()].filter(({ key }) => Object.hasOwn(facts.publicValues, key))
  const chosen = fields.flatMap(({ key, dict }) => (dict ? [{ dict, value: String(facts.publicValues[key]) }] : []))
  const words = await wordsInAllLanguages(db, chosen)
  return new Map(
    fields.map(({ key, type, group, unit, highlight, dict, options }, order) => {
      const value = String(facts.publicValues[key])
      const word = dict
        ? words.get(dict)?.get(value)
        : options &&
          inAllLanguages(language => (phrases[language] as Record<string, string>)[`stage.option.${value}`] ?? value)
      return [
        key,
        {
          label: labelOf(
            key,
            attributes.find(attribute => attribute.key === key),
            own.has(key),
          ),
          order,
          type,
          group,
          ...(unit ? { unit } : {}),
          ...(highlight ? { highlight } : {}),
          ...(word ? { word } : {}),
        } satisfies Wording,
      ]
    }),
  )
}

/** Name of a place: as the reporter gave it, else what it can be called without doubt. */
export async function placeWords({ place, longitude, latitude }: RecordFacts): Promise<Words | null> {
  if (place) return place
  if (longitude === null || latitude === null) return null
  const name = await loadPlaces().then(
    places => certainNameOf(places, Number(longitude), Number(latitude)),
    () => null,
  )
  return name && inAllLanguages(name)
}

const clockSaid = ({ shown, reckoned, claimed }: NonNullable<RecordFacts['wrongClock']>): Json => ({
  shown: shown.toISOString(),
  reckoned: reckoned.toISOString(),
  ...(claimed ? { claimed: claimed.toISOString() } : {}),
})

const placeFields = ({ longitude, latitude }: RecordFacts, name: Words | null): Fields =>
  longitude === null || latitude === null
    ? {}
    : { place: { longitude, latitude, name } satisfies SealedPlace as unknown as Json }

/** What a record says, in the words given. Pure: the same facts in the same words are the same statement. */
export function recordStatement(
  facts: RecordFacts,
  wording: ReadonlyMap<string, Wording>,
  place: Words | null,
  at: string,
): Statement {
  const open: Record<string, Json> = {
    kind: 'record',
    at,
    stage: facts.stage,
    version: facts.version,
    ...(facts.reason ? { reason: facts.reason } : {}),
    happenedAt: facts.happenedAt.toISOString(),
    recordedAt: facts.recordedAt.toISOString(),
    ...placeFields(facts, place),
    codes: {
      count: facts.codes.reduce((sum, [, from, to]) => sum + to - from, 0),
      sha256: codesDigest(facts.codes.map(([request, from, to]) => `${request}:${from}-${to}`)),
    },
  }
  const papers = new Set([facts.documentCode])
  for (const [key, value] of Object.entries(facts.publicValues)) {
    const { label, order, word, ...shape } = wording.get(key) ?? unheardOf(key)
    if (isFiles(shape.type)) {
      const ids = Array.isArray(value) ? value.flatMap(item => fileIdOf(item) ?? []) : []
      for (const [n, id] of ids.entries()) {
        const file = facts.files.get(id)
        // A file that is gone, or hidden, shows as missing.
        const sealed = {
          file: id,
          sha256: file?.open ? file.sha256 : '',
          type: file?.type ?? '',
          name: file?.name ?? '',
          label,
          order,
        }
        open[`file/${key}/${n}`] = sealed satisfies SealedRecordFile as unknown as Json
      }
      continue
    }
    if (shape.type === 'document') papers.add(String(value))
    const sealed: SealedValue = { ...shape, value, label, order, ...(word ? { word } : {}) }
    open[`value/${key}`] = sealed as unknown as Json
  }
  for (const [n, code] of [...papers].entries()) {
    const paper = facts.papers.get(code)
    if (paper) open[`document/${n}`] = { code, ...paper } satisfies SealedDocument as unknown as Json
  }
  return {
    open,
    withheld: {
      report: facts.reportId,
      batch: facts.batchId,
      template: `${facts.templateId}@${facts.templateVersion}`,
      ...(facts.parentCode ? { parentCode: facts.parentCode } : {}),
      ...(facts.wrongClock ? { clock: clockSaid(facts.wrongClock) } : {}),
    },
    personal: {
      operator: facts.operator,
      // A reason may name people.
      ...(JSON.stringify(facts.flags) === '[]' ? {} : { flags: facts.flags }),
      ...Object.fromEntries(Object.entries(facts.personalValues).map(([key, value]) => [`personal/${key}`, value])),
    },
  }
}

/** The words in which a record was sealed, out of its sealed fields. */
export function sealedWording(open: Fields): { wording: Map<string, Wording>; place: Words | null } {
  const wording = new Map<string, Wording>()
  for (const [name, value] of Object.entries(open)) {
    const [kind, key] = name.split('/')
    if (kind === 'value') {
      const { value: _, ...words } = value as unknown as SealedValue
      wording.set(key!, words as Wording)
    }
    if (kind === 'file') {
      const { label, order } = value as unknown as SealedRecordFile
      wording.set(key!, { label, order, type: 'files', group: 'media' })
    }
  }
  return { wording, place: (open.place as unknown as SealedPlace | undefined)?.name ?? null }
}

/**
 * What a mention of a record says.
 * @param said digests of the record, and of its closed fields
 * @param codes of the block that it is mentioned in; none in the chain of a batch
 */
export function mentionStatement(
  facts: RecordFacts,
  { says, closed }: Pick<SealedMention, 'says' | 'closed'>,
  at: string,
  codes?: readonly (readonly [number, number])[],
): Statement {
  const record: SealedMention = {
    record: facts.firstId,
    version: facts.version,
    stage: facts.stage as SealedMention['stage'],
    status: facts.status === 'voided' ? 'voided' : 'current',
    says,
    ...(closed === undefined ? {} : { closed }),
  }
  return {
    open: composed({
      kind: 'mention',
      at,
      record: record as unknown as Json,
      ...(codes ? { codes: codes as unknown as Json } : {}),
      ...(codes && facts.parent ? { parent: [...facts.parent] } : {}),
    }) as Fields,
    withheld: {},
    personal: {},
  }
}
