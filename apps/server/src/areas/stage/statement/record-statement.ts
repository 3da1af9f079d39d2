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
import { toNfc, type Fields, type Statement } from '../../ledger/sealing/content.ts'
import { SharedReads } from '../report-context.ts'
import type { RecordFacts } from './record-facts.ts'

/** Digest of the codes of a record: SHA-256 over their ranges `request:from-to`, one per line. */
export function codesDigest(ranges: readonly string[]): string {
  return createHash('sha256').update(ranges.join('\n')).digest('hex')
}

/** The label, position and type of a field in the form of a record; sealed as they were when the record was written. */
export interface Wording {
  label: Words
  order: number
  type: SealedValue['type']
  group: SealedValue['group']
  unit?: string
  highlight?: true
  word?: Words
}

/** The wording of a value without a field in the form; it is sealed too. */
const fallbackWording = (key: string): Wording => ({ label: key, order: 0, type: 'text', group: 'common' })

const isFiles = (type: string) => type === 'images' || type === 'files'

function labelOf(key: string, attribute: StageAttribute | undefined, isStageField: boolean): Words {
  if (!isStageField && attribute) return wordsOfName(attribute.label, attribute.labelTexts ?? {})
  return inAllLanguages(language => (phrases[language] as Record<string, string>)[`stage.field.${key}`] ?? key)
}

/**
 * Loads the current wording of a record's fields.
 * @param reads shares what is read with other records
 */
export async function loadWording(
  db: Db,
  facts: RecordFacts,
  reads = new SharedReads(),
): Promise<Map<string, Wording>> {
  if (!isStageKey(facts.stage)) return new Map()
  const stage = stageByKey(facts.stage)
  const template = await reads.once(['template', facts.tenantId, facts.templateId], () =>
    db.maybe<{ attributes: StageAttribute[] }>(
      sql`
        select attributes from stage_template
        where tenant_id in (${platformTenant}, ${facts.tenantId}) and id = ${facts.templateId}`,
    ),
  )
  const attributes = template?.attributes ?? []
  const stageFields = new Set<string>(stage.fields.map(field => field.key))
  const fields = [...fieldsOf(stage, attributes).values()].filter(({ key }) => Object.hasOwn(facts.publicValues, key))
  const chosen = fields.flatMap(({ key, dict }) => (dict ? [{ dict, value: String(facts.publicValues[key]) }] : []))
  const words = await reads.once(['words', chosen], () => wordsInAllLanguages(db, chosen))
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
            stageFields.has(key),
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

/** The name of the record's place: the stored one, else the name of the position if it is unambiguous. */
export async function loadPlaceName({ place, longitude, latitude }: RecordFacts): Promise<Words | null> {
  if (place) return place
  if (longitude === null || latitude === null) return null
  const name = await loadPlaces().then(
    places => certainNameOf(places, Number(longitude), Number(latitude)),
    () => null,
  )
  return name && inAllLanguages(name)
}

const toSealedClock = ({ shown, reckoned, claimed }: NonNullable<RecordFacts['wrongClock']>): Json => ({
  shown: shown.toISOString(),
  reckoned: reckoned.toISOString(),
  ...(claimed ? { claimed: claimed.toISOString() } : {}),
})

const placeFields = ({ longitude, latitude }: RecordFacts, name: Words | null): Fields =>
  longitude === null || latitude === null
    ? {}
    : { place: { longitude, latitude, name } satisfies SealedPlace as unknown as Json }

/** The statement of a record in a wording. A pure function: equal facts and wording give an equal statement. */
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
  const documentCodes = new Set([facts.documentCode])
  for (const [key, value] of Object.entries(facts.publicValues)) {
    const { label, order, word, ...shape } = wording.get(key) ?? fallbackWording(key)
    if (isFiles(shape.type)) {
      const ids = Array.isArray(value) ? value.flatMap(item => fileIdOf(item) ?? []) : []
      for (const [n, id] of ids.entries()) {
        const file = facts.files.get(id)
        // A removed or hidden file has an empty digest.
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
    if (shape.type === 'document') documentCodes.add(String(value))
    const sealed: SealedValue = { ...shape, value, label, order, ...(word ? { word } : {}) }
    open[`value/${key}`] = sealed as unknown as Json
  }
  for (const [n, code] of [...documentCodes].entries()) {
    const document = facts.documents.get(code)
    if (document) open[`document/${n}`] = { code, ...document } satisfies SealedDocument as unknown as Json
  }
  return {
    open,
    withheld: {
      report: facts.reportId,
      batch: facts.batchId,
      template: `${facts.templateId}@${facts.templateVersion}`,
      ...(facts.parentCode ? { parentCode: facts.parentCode } : {}),
      ...(facts.plot ? { plot: facts.plot } : {}),
      ...(facts.wrongClock ? { clock: toSealedClock(facts.wrongClock) } : {}),
    },
    personal: {
      operator: facts.operator,
      // A reason may name people.
      ...(JSON.stringify(facts.flags) === '[]' ? {} : { flags: facts.flags }),
      ...Object.fromEntries(Object.entries(facts.personalValues).map(([key, value]) => [`personal/${key}`, value])),
    },
  }
}

/** Extracts the wording of a record from its sealed fields. */
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
 * The statement that mentions a record in a chain.
 * @param says digest of the record
 * @param closed digest of its closed fields
 * @param codes codes of the block whose chain mentions it; absent in the chain of a batch
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
    open: toNfc({
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
