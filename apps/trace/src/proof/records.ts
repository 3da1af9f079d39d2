import type { Language } from '@timbermark/contract'
import { localizedMembers, wordIn } from '@timbermark/contract/texts'
import { stageKeys } from '@timbermark/contract/stage-keys'
import type { TraceStage } from '@timbermark/contract/trace'
import { toHex } from '@timbermark/ledger'
import { contentDigest, toBase64Url } from '@timbermark/ledger/sealed'
import { hashOf } from './bytes.ts'
import type { Sealed } from './evidence.ts'
import { publicFile } from './files.ts'
import { recordDocument, recordFacts, recordFile, recordValue } from './kinds.ts'
import type { Mention } from './mentions.ts'
import type { ProvenRecord } from './proven.ts'
import { familyOf, shaped, type Walked } from './walked.ts'

/** A record as it is drawn, and how it is proven. */
export interface ReadRecord {
  stage: TraceStage
  proven: ProvenRecord
}

/** Every content is one, there once, and mentioned: one that is not tells of an entry that was left out. */
export function checkContents(walked: Walked, mentions: readonly Mention[]): void {
  if (walked.evidence.spoilt) walked.fail('field', 'records')
  const named = new Set(mentions.map(({ record }) => record.says))
  if (walked.evidence.contents.some(({ content }) => !named.has(toBase64Url(content))))
    walked.fail('missing', 'records')
}

/** What a mention says; undefined, with the fault noted, when that is not proven. */
export function readRecord(
  walked: Walked,
  mention: Mention,
  { enterprise, language }: { enterprise: string; language: Language },
): ReadRecord | undefined {
  const about = String(mention.record.record)
  const says = walked.evidence.content(hashOf(mention.record.says)!)
  if (!says) return walked.fail(walked.evidence.spoilt ? 'field' : 'missing', about)
  walked.compare(says, about)
  if (says.fields.get('kind') !== 'record') return walked.fail('binding', about)
  const stage = drawRecord(says, about, enterprise, language)
  if (!stage || !hasClosed(says, mention.record.closed)) return walked.fail('field', about)
  if (stage.stage !== mention.record.stage || stage.version !== mention.record.version)
    return walked.fail('binding', about)
  return { stage, proven: provenBy(mention, says) }
}

/** Is what stays closed what the mention says, and nothing else kept back? Mentions from before they said it say nothing. */
const hasClosed = ({ given }: Sealed, closed: string | undefined): boolean =>
  closed === undefined || toBase64Url(contentDigest(given.closed.map(digest => hashOf(digest)!))) === closed

function drawRecord(says: Sealed, recordId: string, enterprise: string, language: Language): TraceStage | undefined {
  const facts = shaped(says, recordFacts)
  const documents = familyOf(says.fields, 'document', /^(0|[1-9]\d{0,3})$/, recordDocument)
  const values = familyOf(says.fields, 'value', /^[^/]{1,100}$/, recordValue)
  const files = familyOf(says.fields, 'file', /^[^/]{1,100}\/(0|[1-9]\d{0,3})$/, recordFile)
  if (!facts || !documents || !values || !files) return undefined
  const { place } = facts
  return {
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
      .sort(([a, one], [b, other]) => one.order - other.order || numberOf(a) - numberOf(b))
      .map(([name, file]) => ({
        ...publicFile(file),
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
}

const numberOf = (name: string) => Number(name.slice(name.indexOf('/') + 1))

function provenBy({ statement }: Mention, { content, given }: Sealed): ProvenRecord {
  const entered = 'entry' in statement.place ? statement.place.entry : null
  const today = given.today === null ? undefined : hashOf(given.today)
  return {
    state: entered === null ? 'waiting' : 'proven',
    sealed: toHex(content),
    today: today ? toHex(today) : null,
    entry: entered,
    mention: statement.given.opened,
    opened: given.opened,
    closed: given.closed,
    forgotten: given.forgotten,
  }
}
