import type { Language } from '@timbermark/contract'
import { localizedMembers, wordIn } from '@timbermark/contract/texts'
import { stageKeys } from '@timbermark/contract/stage-keys'
import type { TraceStage } from '@timbermark/contract/trace'
import { toHex } from '@timbermark/ledger'
import { contentDigest, toBase64Url } from '@timbermark/ledger/sealed'
import { parseHash } from './bytes.ts'
import type { OpenedContent } from './evidence.ts'
import { toPublicFile } from './files.ts'
import { recordDocument, type RecordFacts, recordFacts, recordFile, recordValue } from './kinds.ts'
import type { Mention, Mentions } from './mentions.ts'
import { proveNamedCodes } from './named-codes.ts'
import { filesOfPaper, type ProvenFile, toProvenFile } from './proven-files.ts'
import type { CodePlace, RecordProof } from './proven.ts'
import { parseFieldFamily, parseFields, type ProofWalk } from './proof-walk.ts'

/** A record as pages draw it, and how it is proven. */
export interface OpenedRecord {
  record: TraceStage
  proof: RecordProof
  files: readonly ProvenFile[]
}

/** Checks that contents are valid, unique and mentioned. An unmentioned content reveals that an entry was left out. */
export function checkContents(walk: ProofWalk, { mentions, waiting }: Mentions): void {
  if (walk.evidence.hasInvalidContents) walk.fail('field', 'records')
  const mentioned = new Set([...mentions, ...waiting].map(({ record }) => record.says))
  if (walk.evidence.contents.some(({ content }) => !mentioned.has(toBase64Url(content))))
    walk.fail('missing', 'records')
}

/** Proves the record that a mention commits to; undefined, with the fault recorded, when it is not proven. */
export function proveRecord(
  walk: ProofWalk,
  mention: Mention,
  { enterprise, language, path }: { enterprise: string; language: Language; path: readonly CodePlace[] },
): OpenedRecord | undefined {
  const about = String(mention.record.record)
  const content = walk.evidence.findContent(parseHash(mention.record.says)!)
  if (!content) return walk.fail(walk.evidence.hasInvalidContents ? 'field' : 'missing', about)
  walk.compareWithDatabase(content, about)
  if (content.fields.get('kind') !== 'record') return walk.fail('binding', about)
  const opened = toTraceRecord(content, about, enterprise, language)
  if (!opened || !hasOnlyDeclaredClosed(content, mention, walk.requests.beganWithKey)) return walk.fail('field', about)
  const { record, files } = opened
  if (record.stage !== mention.record.stage || record.version !== mention.record.version)
    return walk.fail('binding', about)
  const named = proveNamedCodes({ codes: content.fields.get('codes') as RecordFacts['codes'] }, content, path)
  if (!named) return walk.fail('field', about)
  return { record, proof: { ...toRecordProof(mention, content), named }, files }
}

/** Mentions sealed from this moment on declare their record's closed fields. */
const closedDeclaredFrom = Date.parse('2026-11-27T00:00:00Z')

/**
 * Whether exactly the fields are closed that the mention declares, so that nothing else is withheld.
 * @param isRequired whether every mention of the log declares them; otherwise the time of a mention, which its sealer chose, says so
 */
const hasOnlyDeclaredClosed = (
  { opening }: OpenedContent,
  { at, record: { closed } }: Mention,
  isRequired: boolean,
): boolean =>
  closed === undefined
    ? !isRequired && Date.parse(at) < closedDeclaredFrom
    : toBase64Url(contentDigest(opening.closed.map(digest => parseHash(digest)!))) === closed

function toTraceRecord(
  content: OpenedContent,
  recordId: string,
  enterprise: string,
  language: Language,
): Omit<OpenedRecord, 'proof'> | undefined {
  const facts = parseFields(content, recordFacts)
  const documents = parseFieldFamily(content.fields, 'document', /^(0|[1-9]\d{0,3})$/, recordDocument)
  const values = parseFieldFamily(content.fields, 'value', /^[^/]{1,100}$/, recordValue)
  const files = parseFieldFamily(content.fields, 'file', /^[^/]{1,100}\/(0|[1-9]\d{0,3})$/, recordFile)
  if (!facts || !documents || !values || !files) return undefined
  const { place } = facts
  const record: TraceStage = {
    recordId,
    stage: facts.stage,
    order: stageKeys.indexOf(facts.stage) + 1,
    version: facts.version,
    recordedAt: facts.recordedAt,
    happenedAt: facts.happenedAt,
    enterprise,
    place: place
      ? {
          longitude: Number(place.longitude),
          latitude: Number(place.latitude),
          name: place.name === null ? null : wordIn(place.name, language).text,
        }
      : null,
    values: values
      .sort(([, a], [, b]) => a.order - b.order)
      .map(([key, { type, group, unit, value, label, word, highlight }]) => ({
        key,
        type: type as TraceStage['values'][number]['type'],
        group: group as TraceStage['values'][number]['group'],
        ...(unit === undefined ? {} : { unit }),
        value,
        ...(word === undefined ? {} : localizedMembers('label', 'labelIn', wordIn(word, language))),
        ...localizedMembers('fieldName', 'fieldNameIn', wordIn(label, language)),
        ...(highlight ? { highlight } : {}),
      })),
    files: files
      .sort(([a, one], [b, other]) => one.order - other.order || fileNumber(a) - fileNumber(b))
      .map(([name, file]) => ({
        ...toPublicFile(file),
        field: name.slice(0, name.indexOf('/')),
        ...localizedMembers('fieldName', 'fieldNameIn', wordIn(file.label, language)),
        kind: file.type.startsWith('image/') ? 'image' : 'document',
      })),
    documents: documents
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, { code, name, copies }]) => ({ code, name, copies: copies ?? [] })),
    corrected: facts.version > 1,
    reason: facts.version > 1 ? (facts.reason ?? null) : null,
  }
  return {
    record,
    files: [
      ...files.map(([, file]) => toProvenFile(file)),
      ...documents.flatMap(([, document]) => filesOfPaper(document)),
    ],
  }
}

const fileNumber = (name: string) => Number(name.slice(name.indexOf('/') + 1))

function toRecordProof(
  { entry: { place, opening } }: Mention,
  { content, opening: { today, opened, closed, forgotten } }: OpenedContent,
): Omit<RecordProof, 'named'> {
  const digest = today === null ? undefined : parseHash(today)
  return {
    sealed: toHex(content),
    today: digest ? toHex(digest) : null,
    entry: 'entry' in place ? place.entry : '',
    mention: opening.opened,
    opened,
    closed,
    forgotten,
    latestIndex: 'entry' in place ? place.latestIndex : Number.MAX_SAFE_INTEGER,
  }
}
