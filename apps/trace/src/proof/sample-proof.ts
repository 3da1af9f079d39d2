import { encodeCode, statedSerial } from '@timbermark/codes'
import type { SealedProof } from '@timbermark/contract/trace'
import {
  blockSubject,
  encodeRequestKey,
  openFields,
  plainRequestSubject,
  spansKey,
  spanSubject,
  toBase64Url,
} from '@timbermark/ledger/sealed'
import { fromHex } from '@timbermark/ledger'
import type { TrustedInput } from './proven.ts'

const at = '2026-01-01T00:00:00Z'
const hash = '0'.repeat(64)
const records = 5
const values = 12

/** 32 placeholder bytes. */
export const bytesOf = (n: number) => new Uint8Array(32).fill(n)
const encodedBytes = (n: number) => toBase64Url(bytesOf(n))

/** Fields with constant salts: there is nothing to hide. Members must be in canonical order. */
const openingOf = (open: object) => ({
  opened: Object.entries({ at, ...open }).map(([name, value]) => JSON.stringify(['A'.repeat(22), name, value])),
  closed: [],
  forgotten: 0,
  today: null,
})

const chain = (subject: string, open?: readonly object[]) => ({
  subject,
  index: { siblings: [], end: null },
  entries: [],
  waiting: (open ?? []).map(fields => ({ ...openingOf(fields), since: at, promise: null })),
})

const text = 'x'
const file = { file: text, label: { en: text, zh: text }, name: text, order: 0, sha256: hash, type: 'image/jpeg' }

/** A record with values, a picture and a paper; each record differs. */
const sampleRecord = (n: number) =>
  openingOf({
    kind: 'record',
    stage: 'felling',
    version: 1,
    happenedAt: at,
    recordedAt: at,
    place: { latitude: '0.1', longitude: '9.1', name: { en: text } },
    'document/0': { code: text, copies: [{ sha256: hash, type: 'image/png' }], files: [hash], name: text },
    'file/photos/0': file,
    ...Object.fromEntries(
      Array.from({ length: values }, (_, order) => [
        `value/${order}`,
        { group: text, label: { en: text, fr: text, zh: text }, order, type: text, unit: text, value: `${n}` },
      ]),
    ),
    codes: { count: 1, sha256: hash },
  })

/** Of request 1, with serial 0. */
const parts = { request: 1, tag: 0 }
const code = encodeCode({ ...parts, hidden: statedSerial({ ...parts, hidden: 0 }) })

/** A point of the curve. */
export const samplePoint = fromHex('58'.padEnd(64, '66'))

/** The trusted input for the sample: no key of a log, because nothing is signed, and no proof of the request's number. */
export const sampleInput: TrustedInput = {
  code,
  language: 'zh',
  now: 0,
  keys: [],
  requestKey: encodeRequestKey({ publicKey: samplePoint, from: parts.request + 1 }),
}

/**
 * Makes a well-formed proof of an item that does not exist. All entries wait, so that neither a signature nor a tree is needed.
 * A rehearsal of the walk finds no fault in it; a real walk proves nothing by it.
 */
export function makeSampleProof(): SealedProof {
  const [enterprise, product, batch, chainOfRecords, blocks] = [1, 2, 3, 4, 5].map(encodedBytes) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const contents = Array.from({ length: records }, (_, n) => sampleRecord(n))
  const mentions = contents.map((content, n) => {
    const opened = openFields(content)
    const digest = typeof opened === 'string' ? '' : toBase64Url(opened.content)
    return { kind: 'mention', record: { record: n + 1, says: digest, stage: 'felling', status: 'current', version: 1 } }
  })
  const name = { en: text, zh: text }
  return {
    log: { origin: text, verifierKey: text },
    checkpoint: '',
    statement: null,
    witnessed: null,
    breaks: [],
    now: at,
    serial: 0,
    requests: [],
    chains: [
      chain(toBase64Url(plainRequestSubject(parts.request)), [
        {
          ...{ kind: 'request', enterprise, batch, blocks, number: 1, count: 1, codeFormat: 2, manifest: hash },
          ...{ country: text, factory: text, batchDate: text, species: text },
        },
      ]),
      chain(enterprise, [{ kind: 'enterprise', name: text, active: true }]),
      chain(batch, [
        {
          kind: 'batch',
          enterprise,
          product,
          records: chainOfRecords,
          number: text,
          date: null,
          volume: null,
          status: text,
        },
      ]),
      chain(product, [
        {
          ...{ kind: 'product', enterprise, name, category: name, description: text },
          ...{ foreignName: text, chineseName: text, latinName: text },
        },
      ]),
      chain(chainOfRecords, mentions),
      chain(toBase64Url(blockSubject(bytesOf(5), 0))),
      chain(toBase64Url(spanSubject(spansKey(bytesOf(5)), { level: 1, span: 0 }))),
    ],
    contents,
    consistency: null,
    next: null,
  }
}
