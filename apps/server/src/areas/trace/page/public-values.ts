import {
  fileIdOf,
  isStageKey,
  type Language,
  type ShownText,
  shownAs,
  shownText,
  type StageKey,
  wordIn,
} from '@timbermark/contract'
import { fieldsOf, isWithheld, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import type { PublicFile, TraceStage, TraceValue, Words } from '@timbermark/contract/trace'
import { wordsInAllLanguages } from '../../../entity/dictionary.ts'
import type { Db } from '../../../platform/database/database.ts'
import { publicTypeOf } from '../../../platform/files/public-type.ts'
import { sql } from '../../../platform/database/sql.ts'
import { platformTenant } from '../../../platform/operator.ts'
import type { RecordFacts } from '../../stage/statement/record-facts.ts'

/** Data that is loaded once for all records of a page. */
export interface Lookups {
  attributes: Map<number, StageAttribute[]>
  places: Map<number, string | null>
  files: Map<string, PublicFile>
  words: Map<string, Map<string, Words>>
  language: Language
}

interface FileRow {
  id: string
  name: string
  type: string
  sha256: string
  public_sha256: string | null
}

/**
 * Public files by id. Pictures are served as their stripped copy; `sha256` is the hash of the bytes behind the address, which
 * for documents is also the hash in the record.
 */
export async function publicFiles(db: Db, tenantId: number, ids: readonly string[]): Promise<Map<string, PublicFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<FileRow>(
    sql`
      select id, name, type, sha256, public_sha256 from file_object
      where tenant_id = ${tenantId} and id = any(${[...new Set(ids)]}) and is_public`,
  )
  return new Map(
    rows.map(row => [
      row.id,
      {
        url: `/api/file/${row.id}`,
        name: row.name,
        type: publicTypeOf(row.type, row.public_sha256),
        sha256: row.public_sha256 ?? row.sha256,
      },
    ]),
  )
}

/** The public fields of a record's form, with their values. */
function openValues(record: RecordFacts, attributes: readonly StageAttribute[]) {
  if (!isStageKey(record.stage)) return []
  const fields = [...fieldsOf(stageByKey(record.stage), attributes).values()]
  return fields
    .filter(field => !isWithheld(field) && Object.hasOwn(record.publicValues, field.key))
    .map(field => ({ field, value: record.publicValues[field.key] }))
}

/** Loads what the values of these records refer to: templates, files, dictionaries. */
export async function loadLookups(
  db: Db,
  tenantId: number,
  records: readonly RecordFacts[],
  language: Language,
): Promise<Lookups> {
  const lookups: Lookups = {
    attributes: new Map(),
    places: new Map(),
    files: new Map(),
    words: new Map(),
    language,
  }
  if (records.length === 0) return lookups
  const forms = await db.query<{ id: number; place: string | null; attributes: StageAttribute[] }>(sql`
    select r.id, r.place, t.attributes from stage_record r
    join stage_template t on t.tenant_id in (${platformTenant}, ${tenantId}) and t.id = r.template_id
    where r.tenant_id = ${tenantId} and r.id = any(${records.map(record => record.id)})`)
  for (const form of forms) {
    lookups.attributes.set(form.id, form.attributes)
    lookups.places.set(form.id, form.place)
  }
  const values = records.flatMap(record => openValues(record, lookups.attributes.get(record.id) ?? []))
  const fileIds = values.filter(({ field }) => isFileType(field.type)).flatMap(({ value }) => idsIn(value))
  lookups.files = await publicFiles(db, tenantId, fileIds)
  const chosen = values.flatMap(({ field, value }) => (field.dict ? [{ dict: field.dict, value: String(value) }] : []))
  lookups.words = await wordsInAllLanguages(db, chosen)
  return lookups
}

function isFileType(type: string): boolean {
  return type === 'images' || type === 'files'
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap(item => fileIdOf(item) ?? []) : []
}

/** Names of fields that the enterprise added. An attribute that only makes a field of the stage required keeps the field's phrase. */
function customFieldNames(
  stage: StageKey,
  attributes: readonly StageAttribute[],
  language: Language,
): Map<string, ShownText> {
  const stageFields = new Set<string>(stageByKey(stage).fields.map(field => field.key))
  const added = attributes.filter(({ key }) => !stageFields.has(key))
  return new Map(added.map(({ key, label, labelTexts }) => [key, shownText(language, label, labelTexts ?? {})]))
}

/** A record as anyone sees it. It cannot contain personal or confidential values: they are stored apart from `publicValues`. */
export function publicStage(record: RecordFacts, enterprise: string, lookups: Lookups): TraceStage | undefined {
  if (!isStageKey(record.stage)) return undefined
  const values: TraceValue[] = []
  const files: TraceStage['files'] = []
  const documents = new Map<string, TraceStage['documents'][number]>()
  // The paper's name at the time when the record relied on it, as sealed: it may have changed since.
  const addDocument = (code: string) => {
    const paper = record.documents.get(code)
    if (paper) documents.set(code, { code, name: paper.name, copies: paper.copies })
  }
  addDocument(record.documentCode)
  const attributes = lookups.attributes.get(record.id) ?? []
  const { language } = lookups
  const customNames = customFieldNames(record.stage, attributes, language)
  for (const { field, value } of openValues(record, attributes)) {
    const name = customNames.get(field.key)
    const fieldName = name ? shownAs('fieldName', 'fieldNameIn', name) : {}
    if (isFileType(field.type)) {
      for (const id of idsIn(value)) {
        const file = lookups.files.get(id)
        if (file)
          files.push({
            ...file,
            field: field.key,
            ...fieldName,
            kind: file.type.startsWith('image/') ? 'image' : 'document',
          })
      }
      continue
    }
    if (field.type === 'document') addDocument(String(value))
    const word = field.dict ? lookups.words.get(field.dict)?.get(String(value)) : undefined
    values.push({
      key: field.key,
      type: field.type,
      group: field.group,
      ...(field.unit ? { unit: field.unit } : {}),
      value,
      ...(word ? shownAs('label', 'labelIn', wordIn(word, language)) : {}),
      ...fieldName,
      ...(field.highlight ? { highlight: true } : {}),
    })
  }
  const place =
    record.longitude !== null && record.latitude !== null
      ? {
          longitude: Number(record.longitude),
          latitude: Number(record.latitude),
          name: lookups.places.get(record.id) ?? null,
        }
      : null
  return {
    recordId: String(record.firstId),
    stage: record.stage,
    order: stageByKey(record.stage).order,
    version: record.version,
    recordedAt: record.recordedAt.toISOString(),
    happenedAt: record.happenedAt.toISOString(),
    enterprise,
    place,
    values,
    files,
    documents: [...documents.values()],
    corrected: record.version > 1,
    reason: record.version > 1 ? record.reason : null,
  }
}
