import type { PublicFile, SealedProof } from '@timbermark/contract/trace'
import { sign } from 'node:crypto'
import {
  cosignatureMessage,
  encodeCosignature,
  encodeNote,
  encodeVerifierKey,
  encodeWitnessKey,
  parseCheckpoint,
  parseNote,
  toBase64,
  witnessKey,
} from '@timbermark/ledger'
import { generateSigner, type Signer, signNote } from '@timbermark/ledger/node'
import { encodeField, parseEntry, toBase64Url } from '@timbermark/ledger/sealed'
import { beforeAll, describe, expect, test } from 'vitest'
import { fellings, item } from '../src/fixtures/journey.ts'
import { fixtureNow, type SealedOptions, sealedProofOf, verifierKeys } from '../src/fixtures/proof.ts'
import type { SealedFields } from '../src/fixtures/sealed-log.ts'
import { anchoringTransaction } from '../src/proof/fingerprints.ts'
import { describeSteps } from '../src/proof/steps.ts'
import { firstVisit, summarize, walkJson } from './walk-helpers.ts'

const sizeOf = ({ checkpoint }: SealedProof) => parseCheckpoint(parseNote(checkpoint).text).size
const signedAgain = (
  { checkpoint }: SealedProof,
  signer = generateSigner('other.example/ledger'),
  text = (is: string) => is,
) => signNote(text(parseNote(checkpoint).text), [signer])

let honest: SealedProof
beforeAll(async () => {
  honest = await sealedProofOf(item())
})

describe('the proof walk from a code', () => {
  test('proves everything that the page shows, and draws it from the sealed content', async () => {
    const walked = await walkJson(honest)
    expect(summarize(walked)).toBe('proven')
    const { stages, product, owner, ...facts } = walked.item!.answer
    const stated = item()
    expect(facts).toEqual({
      code: stated.code,
      status: 'active',
      print: stated.print,
      batch: stated.batch,
      recalls: [],
      certification: stated.certification,
      label: stated.label,
      records: { total: 12, shown: 12 },
      histories: stated.histories.map(history => ({
        ...history,
        firstAt: new Date(history.firstAt).toISOString(),
        lastAt: new Date(history.lastAt).toISOString(),
      })),
    })
    // The subject in the ledger: the identification, which the server states, stays closed.
    expect(owner).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), name: stated.owner.name, active: true })
    const address = (file: PublicFile) => ({
      ...file,
      url: file.url.replace('/files/', '/api/file/').replace(/\.\w+$/, ''),
    })
    expect(product).toEqual({ ...stated.product, images: stated.product.images.map(address) })
    expect(
      stages.map(({ recordId, stage, version, corrected, place }) => ({ recordId, stage, version, corrected, place })),
    ).toEqual(
      stated.stages.map(({ recordId, stage, version, corrected, place }) => ({
        recordId,
        stage,
        version,
        corrected,
        place,
      })),
    )
    for (const [at, stage] of stages.entries()) {
      const sealed = stated.stages[at]!
      expect(stage.values.map(({ key, value, type, unit }) => [key, value, type, unit])).toEqual(
        sealed.values.map(({ key, value, type, unit }) => [key, value, type, unit]),
      )
      expect(stage.files.map(({ url, field, kind }) => [url, field, kind])).toEqual(
        sealed.files.map(file => [address(file).url, file.field, file.kind]),
      )
      expect(stage.documents).toEqual(sealed.documents)
    }
    expect(walked.item).toMatchObject({ changes: [], closed: 50, forgotten: 1, pending: [] })
  })

  test('proves from which other batches wood came, in the reader’s language', async () => {
    const wood = { batch: 'GA-2026-011', form: 'sawn', volume: '4.25', at: '2026-05-03T08:00:00.000Z' } as const
    const stated = item(undefined, { transfers: [{ ...wood, species: 'Okoumé', speciesIn: 'fr' }] })
    const walked = await walkJson(await sealedProofOf(stated), { language: 'fr' })
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.answer.transfers).toEqual([{ ...wood, species: 'Okoumé', speciesIn: 'fr' }])
  })

  test('returns for each record what is needed to prove it elsewhere', async () => {
    const { item: proven } = await walkJson(honest)
    expect([...proven!.records.keys()]).toHaveLength(12)
    const { entry, mention, sealed, today, opened, closed } = proven!.records.get('4101')!
    expect(today).toBe(sealed)
    expect(opened.length).toBeGreaterThan(10)
    expect(closed).toHaveLength(5)
    expect(mention.join()).toContain(toBase64Url(Buffer.from(sealed, 'hex')))
    expect(parseEntry(entry).seq).toBe(2)
  })

  test('shows texts as they were sealed, in the reader’s language', async () => {
    const named = async (language: 'zh' | 'fr') => {
      const { item } = await walkJson(honest, { language })
      const value = item!.answer.stages[0]!.values.find(({ key }) => key === 'childLabour')!
      return [value.fieldName, value.label]
    }
    const [zh, fr] = await Promise.all([named('zh'), named('fr')])
    expect(fr).toEqual(['Interdiction du travail des enfants', 'Conforme'])
    expect(zh[0]).not.toBe(fr[0])
  })

  test('names the log by the keys that came with the script, never by what the answer says', async () => {
    const walked = await walkJson({ ...honest, log: { origin: 'evil.example', verifierKey: 'evil' } })
    expect(walked.outcome).toBe('proven')
    expect(walked.log).toEqual({
      origin: 'demo.timbermark.example/ledger',
      verifierKey: verifierKeys[0],
      checkpoint: honest.checkpoint,
      size: sizeOf(honest),
      time: new Date(fixtureNow).toISOString(),
      age: 'fresh',
      witnesses: [],
      witnessCount: 0,
      anchor: null,
    })
  })

  test('shows an anchor only if the head extends it, and lets it change no outcome', async () => {
    const grown = await sealedProofOf(item(), { later: 9, since: sizeOf(honest) })
    const anchor = {
      chainId: 1337,
      contract: `0x${'ab'.repeat(20)}`,
      sender: `0x${'cd'.repeat(20)}`,
      transaction: `0x${'ef'.repeat(32)}`,
      block: 7,
      blockHash: `0x${'12'.repeat(32)}`,
      time: '2026-11-27T10:00:00.000Z',
      size: sizeOf(honest),
      root: toBase64(parseCheckpoint(parseNote(honest.checkpoint).text).root),
      consistency: grown.consistency!,
      explorer: null,
    }
    const walked = await walkJson({ ...grown, anchor })
    expect([summarize(walked), walked.log.anchor]).toEqual(['proven', anchor])
    const [first] = walked.item!.records.values()
    expect(anchoringTransaction(walked, first)).toBe(anchor.transaction)
    // A record that may have been entered after the anchored head is not in it.
    expect(anchoringTransaction(walked, { ...first!, latestIndex: anchor.size })).toBeNull()
    const wrong: unknown[] = [
      null,
      'anchor',
      { ...anchor, root: toBase64(new Uint8Array(32)) },
      { ...anchor, consistency: anchor.consistency.slice(1) },
      { ...anchor, size: anchor.size + 1 },
      { ...anchor, size: 1e9 },
      { ...anchor, transaction: '<b>' },
      { ...anchor, explorer: 'javascript:alert(1)' },
    ]
    for (const value of wrong) {
      const { log, ...other } = await walkJson({ ...grown, anchor: value })
      expect([summarize({ log, ...other }), log.anchor]).toEqual(['proven', null])
    }
  })

  test('names only witnesses whose cosignature verifies', async () => {
    const [witness, claimed] = [generateSigner('witness.example'), generateSigner('claimed.example')]
    const note = parseNote(honest.checkpoint)
    const seenAt = fixtureNow / 1000 + 60
    const cosign = ({ key: { name, publicKey }, privateKey }: Signer, time: number) => {
      const bytes = new Uint8Array(sign(null, cosignatureMessage(note.text, time), privateKey))
      return { name, id: witnessKey(name, publicKey).id, signature: encodeCosignature(time, bytes) }
    }
    const signatures = [cosign(witness, seenAt), cosign(claimed, seenAt)]
    const proof = { ...honest, checkpoint: encodeNote({ ...note, signatures: [...note.signatures, ...signatures] }) }
    const walked = await walkJson(proof, {
      witnessKeys: [encodeWitnessKey(witness.key), encodeVerifierKey(claimed.key), 'no key'],
    })
    expect(summarize(walked)).toBe('proven')
    const seen = { name: 'witness.example', at: new Date(seenAt * 1000).toISOString() }
    expect(walked.log).toMatchObject({ witnesses: [{ ...seen, size: sizeOf(honest) }], witnessCount: 3 })

    // Nobody sees a head before it is signed, nor long after, when newer ones are.
    for (const [time, count] of [
      [-600, 1],
      [-601, 0],
      [86_400, 1],
      [86_401, 0],
    ] as const) {
      const signature = cosign(witness, fixtureNow / 1000 + time)
      const at = { ...honest, checkpoint: encodeNote({ ...note, signatures: [...note.signatures, signature] }) }
      const { log } = await walkJson(at, { witnessKeys: [encodeWitnessKey(witness.key)] })
      expect([time, log.witnesses.length]).toEqual([time, count])
    }

    // The newest head may not be signed by them yet: then an earlier one counts that it provably extends.
    const grown = await sealedProofOf(item(), { later: 9, since: sizeOf(honest) })
    const consistency = grown.consistency!
    const later = (witnessed: unknown) =>
      walkJson({ ...grown, witnessed }, { witnessKeys: [encodeWitnessKey(witness.key)] })
    const earlier = await later({ checkpoint: proof.checkpoint, consistency })
    expect(earlier.log.witnesses).toEqual([{ ...seen, size: sizeOf(honest) }])
    const unseen = [null, { checkpoint: proof.checkpoint, consistency: consistency.slice(1) }]
    const other = await sealedProofOf(item(firstVisit.code, { batch: { number: 'B2', date: null, volume: null } }))
    for (const witnessed of [...unseen, { checkpoint: other.checkpoint, consistency }, { checkpoint: '', consistency }])
      expect((await later(witnessed)).log).toMatchObject({ witnesses: [], witnessCount: 1 })
  })

  test('continues to the package of the item', async () => {
    const packed = await sealedProofOf(item(), { packed: true })
    const walked = await walkJson(packed)
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.answer.stages.map(({ stage }) => stage)).toContain('secondaryProcessing')
    expect(summarize(await walkJson({ ...packed, chains: packed.chains.slice(0, 11) }))).toContain(
      'suspicious: missing request',
    )
    // The proof must also show that the package is in nothing.
    expect(summarize(await walkJson({ ...packed, chains: packed.chains.slice(0, -1) }))).toBe(
      'suspicious: missing packing',
    )
  })

  test('does not follow a packing that was withdrawn', async () => {
    const packing = item().stages.find(({ stage }) => stage === 'packing')!.recordId
    const proof = await sealedProofOf(item(), { packed: true, voided: [packing] })
    // Then an honest server answers nothing about the package.
    const contents = proof.contents.filter(({ opened }) => !opened.join().includes('"stage","secondaryProcessing"'))
    const walked = await walkJson({ ...proof, contents, chains: proof.chains.slice(0, 11) })
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.answer.stages).toHaveLength(10)
  })

  test('leaves out withdrawn records, and shows a voided or recalled batch', async () => {
    const { item: proven } = await walkJson(await sealedProofOf(item(), { voided: ['4101', '4111'] }))
    expect(proven!.answer.records).toEqual({ total: 10, shown: 10 })
    expect(proven!.records.has('4101')).toBe(false)
    const withdrawn = proven!.withdrawn.map(({ recordId, stage }) => [recordId, stage])
    const stageOf = (id: string) => item().stages.find(({ recordId }) => recordId === id)!.stage
    expect(withdrawn.toSorted()).toEqual(['4101', '4111'].map(id => [id, stageOf(id)]))
    expect(proven!.withdrawn.every(({ at }) => !Number.isNaN(Date.parse(at)))).toBe(true)
    const voided = await walkJson(await sealedProofOf(item(firstVisit.code, { status: 'voided' })))
    expect(voided.item!.answer.status).toBe('voided')
    const recall = {
      reason: 'R',
      advice: 'À rendre',
      adviceIn: 'fr',
      contact: 'C',
      since: '2025-07-01T00:00:00Z',
      lifted: null,
    } as const
    const lifted = {
      ...recall,
      since: '2025-06-01T00:00:00Z',
      lifted: { at: '2025-06-02T00:00:00Z', reason: '已解除', reasonIn: 'zh' as const },
    }
    const recalls = [
      { of: 'batch', ...recall },
      { of: 'codes', ...lifted },
    ] as const
    const recalled = await walkJson(
      await sealedProofOf(item(firstVisit.code, { status: 'voided', recalls: [...recalls] })),
    )
    expect(recalled.item!.answer).toMatchObject({ status: 'recalled', recalls })
    expect(
      (await walkJson(await sealedProofOf(item(firstVisit.code, { recalls: [recalls[1]] })))).item!.answer.status,
    ).toBe('active')
  })

  test('lists facts that were sealed again, with their old values', async () => {
    const { item: proven } = await walkJson(await sealedProofOf(item(), { renamedFrom: 'Teak flooring' }))
    expect(proven!.changes).toEqual([
      {
        of: 'product',
        at: '2025-06-30T08:00:00Z',
        reason: 'Name on the customs papers',
        facts: [{ name: 'name', before: 'Teak flooring', after: item().product.name }],
      },
    ])
  })

  test('marks a record that differs from today’s database', async () => {
    const walked = await walkJson(await sealedProofOf(item(), { altered: ['4101'] }))
    expect(summarize(walked)).toBe('suspicious: database 4101')
    const { sealed, today } = walked.item!.records.get('4101')!
    expect(today).not.toBe(sealed)
    const withoutToday = { ...honest, contents: honest.contents.map(content => ({ ...content, today: null })) }
    expect(summarize(await walkJson(withoutToday))).toBe('proven')
  })
})

describe('a long history', () => {
  const many = item(firstVisit.code, { stages: [...item().stages, ...fellings(200)] })
  const part = (only: string[]) => sealedProofOf(many, { only })

  test('is proven for the parts in the answer, with the total number', async () => {
    const walked = await walkJson(await part(['4101', '5104']))
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.answer.records).toEqual({ total: 212, shown: 3 })
  })

  test('grows with later answers of the same visit', async () => {
    const walked = await walkJson([await part(['4101', '5104']), await part(['4102', '5103', '5159'])])
    expect(summarize(walked)).toBe('proven')
    expect([...walked.item!.records.keys()].sort()).toEqual(['4101', '4102', '4111', '5103', '5104', '5159'])
    expect(walked.item!.answer.records).toEqual({ total: 212, shown: 6 })
  })

  test('is refused when a gap is not bridged by an inclusion path', async () => {
    const partial = await part(['4101', '4104', '4111'])
    const chains = partial.chains.map(chain => ({
      ...chain,
      entries: chain.entries.map((entry, n) => (n < chain.entries.length - 1 ? { ...entry, inclusion: null } : entry)),
    }))
    expect(summarize(await walkJson({ ...partial, chains }))).toContain('suspicious: entry records')
  })

  test('has more than 200 entries: a shorter chain must be complete', async () => {
    const chains = honest.chains.map((chain, at) => (at < 4 ? chain : { ...chain, entries: chain.entries.slice(-1) }))
    expect(summarize(await walkJson({ ...honest, chains }))).toContain('suspicious: missing records, missing block')
  })
})

describe('F8: withdrawals in a long history', () => {
  const stages = [...item().stages, ...fellings(200)]
  const many = item(firstVisit.code, { stages })
  const newest = stages.at(-1)!.recordId
  const part = (options: SealedOptions) => sealedProofOf(many, { only: ['4101', '5104', newest], ...options })
  /** An operator who hides that the record was withdrawn: the answer leaves the entry out. */
  const withoutWithdrawal = async (options: SealedOptions) => {
    const proof = await part({ paths: ['4101', '5104', newest], ...options })
    const chains = proof.chains.map(chain => ({
      ...chain,
      entries:
        chain.index.end && chain.index.end.seq > 200
          ? chain.entries.filter(({ opened }) => !opened.some(text => text.includes('"voided"')))
          : chain.entries,
    }))
    return { ...proof, chains }
  }

  test('are proven to be none when the log has none', async () => {
    const walked = await walkJson(await part({}))
    expect(summarize(walked)).toBe('proven')
    expect([walked.item!.withdrawn, walked.item!.hiddenWithdrawals]).toEqual([[], 0])
    expect((await walkJson(honest)).item!.hiddenWithdrawals).toBeNull()
  })

  test('are all listed, and a record is not shown whose withdrawal is left out of its own chain', async () => {
    const walked = await walkJson(await withoutWithdrawal({ voided: ['4101', '5120'] }))
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.answer.stages.map(({ recordId }) => recordId)).not.toContain('4101')
    expect(walked.item!.withdrawn.map(({ recordId }) => recordId)).toEqual(['4101', '5120'])
    expect(walked.item!.hiddenWithdrawals).toBe(0)
  })

  test('cannot be left out: their chain is demanded, complete, and of withdrawals alone', async () => {
    const proof = await part({ voided: ['4101', '5120'] })
    const at = proof.chains.length - 1
    const change = (entries: SealedProof['chains'][number]['entries']) => ({
      ...proof,
      chains: proof.chains.with(at, { ...proof.chains[at]!, entries }),
    })
    expect(proof.chains[at]!.entries).toHaveLength(2)
    expect(summarize(await walkJson({ ...proof, chains: proof.chains.slice(0, at) }))).toBe(
      'suspicious: missing records',
    )
    expect(summarize(await walkJson(change(proof.chains[at]!.entries.slice(1))))).toBe('suspicious: missing records')
    expect(summarize(await walkJson(change([])))).toBe('suspicious: missing records')
    const reword = (fields: SealedFields) => {
      const record = fields.open.record as { status?: string } | undefined
      return record?.status === 'voided'
        ? { ...fields, open: { ...fields.open, record: { ...record, status: 'current' } } }
        : fields
    }
    expect(summarize(await walkJson(await part({ voided: ['5120'], reword })))).toContain('field records')
  })

  test('of more than 200 the rest is counted', async () => {
    const voided = fellings(200).map(({ recordId }) => recordId)
    const proof = await part({ voided: ['4101', ...voided] })
    const at = proof.chains.length - 1
    const entries = proof.chains[at]!.entries.slice(-1)
    const walked = await walkJson({ ...proof, chains: proof.chains.with(at, { ...proof.chains[at]!, entries }) })
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.hiddenWithdrawals).toBe(200)
  })

  test('from before they had a chain are counted nowhere', async () => {
    const walked = await walkJson(await part({ voided: ['5120'], isWithdrawalUnlisted: true }))
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.hiddenWithdrawals).toBe(0)
  })
})

describe('a waiting entry', () => {
  const since = '2025-07-02T11:58:30.000Z'

  test('is listed beside what is proven, and proves nothing', async () => {
    const walked = await walkJson(await sealedProofOf(item(), { waiting: ['4111'], waitedMs: 90_000 }))
    expect(summarize(walked)).toBe('waiting')
    expect(walked.item!.pending).toEqual([
      {
        of: 'record',
        since,
        isPromised: true,
        record: { recordId: '4111', stage: 'secondaryProcessing', action: 'added' },
      },
    ])
    expect([...walked.item!.records.keys()]).not.toContain('4111')
    expect(walked.item!.answer.stages.map(({ recordId }) => recordId)).toContain('4101')
  })

  test('replaces no entered fact: an invented product, batch, recall or withdrawal is only listed', async () => {
    const invented = await sealedProofOf(
      item(firstVisit.code, { batch: { number: 'EVIL', date: null, volume: '9' } }),
      {
        waiting: 'everything',
        reword: ({ open, ...rest }) => ({
          ...rest,
          open: open.kind === 'product' ? { ...open, name: 'EVIL teak' } : open,
        }),
        voided: ['4101'],
      },
    )
    const chains = honest.chains.map((chain, at) => ({ ...chain, waiting: invented.chains[at]!.waiting }))
    const known = new Set(honest.contents.map(({ opened }) => opened.join()))
    const newContents = invented.contents.filter(({ opened }) => !known.has(opened.join()))
    const walked = await walkJson({ ...honest, chains, contents: [...honest.contents, ...newContents] })
    const real = await walkJson(honest)
    expect(summarize(walked)).toBe('waiting')
    expect(walked.item!.answer).toEqual(real.item!.answer)
    expect(walked.item!.withdrawn).toEqual([])
    expect(walked.item!.changes).toEqual([])
    // What is in the log already, word for word, does not wait.
    expect(new Set(walked.item!.pending.map(({ of }) => of))).toEqual(new Set(['batch', 'product', 'record']))
    expect(walked.item!.pending.map(({ record }) => record?.action)).toContain('withdrawn')
  })

  test('proves nothing when everything waits: the item is only stated', async () => {
    const all = await sealedProofOf(item(), { waiting: 'everything' })
    expect(await walkJson(all)).toMatchObject({ outcome: 'stated', faults: [], item: null })
    const nothing = { siblings: [], end: null }
    const first = {
      ...all,
      checkpoint: '',
      statement: null,
      chains: all.chains.map(chain => ({ ...chain, index: nothing })),
    }
    expect(await walkJson(first)).toMatchObject({ outcome: 'stated', item: null, log: { checkpoint: '', size: null } })
    // An honest answer without its head proves nothing either.
    expect(await walkJson({ ...honest, checkpoint: '' })).toMatchObject({ outcome: 'stated', item: null })
    // Who has seen a head is not told that there is none.
    const returning = { previousHead: honest.checkpoint }
    expect(summarize(await walkJson(first, returning))).toBe('suspicious: history checkpoint')
    const entered = all.chains.map((chain, at) => ({ ...chain, entries: honest.chains[at]!.entries }))
    expect(summarize(await walkJson({ ...all, chains: entered }))).toBe('suspicious: entry request')
  })

  test('does not matter when it is about another code', async () => {
    const codes = encodeField({ name: 'codes', value: [[0, 12_345]], salt: new Uint8Array(16) })
    const waiting = [{ opened: [codes], closed: [], forgotten: 0, today: null, since, promise: null }]
    const chains = honest.chains.with(5, { ...honest.chains[5]!, waiting })
    expect(summarize(await walkJson({ ...honest, chains }))).toBe('proven')
  })

  test('does not wait when a later answer has it in the log', async () => {
    const before = await sealedProofOf(item(), { waiting: ['4101'] })
    const after = await sealedProofOf(item(), { since: sizeOf(before) })
    expect(summarize(await walkJson(before))).toBe('waiting')
    expect(summarize(await walkJson([before, before]))).toBe('waiting')
    expect(summarize(await walkJson(after))).toBe('proven')
  })
})

describe('the time of the head', () => {
  const hours = 3_600_000
  const at = (now: number, change = {}) => walkJson({ ...honest, ...change }, { now })

  test('is signed and is part of the tree', async () => {
    expect((await walkJson(honest)).log).toMatchObject({ time: new Date(fixtureNow).toISOString(), age: 'fresh' })
    const later = await sealedProofOf(item(), { at: new Date(fixtureNow + hours) })
    for (const statement of [null, later.statement, { ...honest.statement!, path: [] }])
      expect(summarize(await walkJson({ ...honest, statement }))).toBe('suspicious: index checkpoint')
  })

  test('a head that is not of the last day proves nothing about today', async () => {
    expect(summarize(await at(fixtureNow + 24 * hours))).toBe('proven')
    const old = new Date(fixtureNow + 25 * hours).toISOString()
    const replayed = await at(fixtureNow + 25 * hours)
    expect([replayed.outcome, replayed.log.age]).toEqual(['asOf', 'clock'])
    expect(replayed.item).not.toBeNull()
    // The server's clock agrees with the reader's: the log has stalled.
    expect((await at(fixtureNow + 25 * hours, { now: old })).log.age).toBe('old')
    // A head from the future, or a reader's clock that is behind.
    expect((await at(fixtureNow - 400 * 24 * hours)).outcome).toBe('asOf')
    expect((await at(fixtureNow + 400 * 24 * hours, { now: old })).outcome).toBe('asOf')
  })
})

describe('the index', () => {
  test('of a head must be the one that its last entry states: a second index over one tree is noticed', async () => {
    const other = await sealedProofOf(item(), { only: [] })
    expect(summarize(await walkJson({ ...honest, statement: { ...other.statement!, entry: '{}' } }))).toBe(
      'suspicious: index checkpoint',
    )
  })

  test('proves the newest entry only with its inclusion path', async () => {
    const pathless = honest.chains.map(chain => ({
      ...chain,
      entries: chain.entries.map(entry => ({ ...entry, inclusion: null })),
    }))
    expect(summarize(await walkJson({ ...honest, chains: pathless }))).toContain('suspicious: entry request')
  })
})

describe('the log of an earlier visit', () => {
  const grown = (later: number, since?: number) => sealedProofOf(item(), { later, since })

  test('may be continued', async () => {
    const seen = honest.checkpoint
    expect(summarize(await walkJson(honest, { previousHead: seen }))).toBe('proven')
    expect(summarize(await walkJson(await grown(9, sizeOf(honest)), { previousHead: seen }))).toBe('proven')
  })

  test('may not shrink, fork, or grow without a proof', async () => {
    const older = 'suspicious: history checkpoint'
    const later = await grown(9, sizeOf(honest))
    expect(summarize(await walkJson(honest, { previousHead: later.checkpoint }))).toBe(older)
    expect(summarize(await walkJson({ ...later, consistency: null }, { previousHead: honest.checkpoint }))).toBe(older)
    expect(
      summarize(
        await walkJson({ ...later, consistency: later.consistency!.slice(1) }, { previousHead: honest.checkpoint }),
      ),
    ).toBe(older)
    const fork = await sealedProofOf(item(firstVisit.code, { batch: { number: 'B2', date: null, volume: null } }))
    expect(sizeOf(fork)).toBe(sizeOf(honest))
    expect(summarize(await walkJson(fork, { previousHead: honest.checkpoint }))).toBe(older)
    const forkGrown = await sealedProofOf(
      item(firstVisit.code, { batch: { number: 'B2', date: null, volume: null } }),
      {
        later: 9,
        since: sizeOf(honest),
      },
    )
    expect(summarize(await walkJson(forkGrown, { previousHead: honest.checkpoint }))).toBe(older)
    expect(summarize(await walkJson([honest, fork]))).toContain(older)
  })

  test('may not become a log without a head', async () => {
    const all = await sealedProofOf(item(), { waiting: 'everything' })
    const chains = all.chains.map(chain => ({ ...chain, index: { siblings: [], end: null } }))
    expect(summarize(await walkJson({ ...all, checkpoint: '', chains }, { previousHead: honest.checkpoint }))).toBe(
      'suspicious: history checkpoint',
    )
  })

  test('may continue under a later name, but not under an earlier one', async () => {
    const old = generateSigner('old.example/ledger')
    const seen = signedAgain(honest, old, text => text.replace(/^.*\n/, 'old.example/ledger\n'))
    const oldKey = encodeVerifierKey(old.key)
    expect(summarize(await walkJson(honest, { previousHead: seen, keys: [oldKey, ...verifierKeys] }))).toBe('proven')
    expect(summarize(await walkJson(honest, { previousHead: seen, keys: [...verifierKeys, oldKey] }))).toBe(
      'suspicious: history checkpoint',
    )
    expect(summarize(await walkJson(honest, { previousHead: seen }))).toBe('suspicious: history checkpoint')
  })

  test('is ignored when the stored head is unreadable', async () => {
    expect(summarize(await walkJson(honest, { previousHead: 'nothing' }))).toBe('proven')
  })
})

describe('a head', () => {
  test('signed with another key is suspicious, whatever the answer says about its log', async () => {
    const other = generateSigner('demo.timbermark.example/ledger')
    const forged = {
      ...honest,
      log: { origin: other.key.name, verifierKey: encodeVerifierKey(other.key) },
      checkpoint: signedAgain(honest, other),
    }
    const walked = await walkJson(forged)
    expect(summarize(walked)).toBe('suspicious: key checkpoint')
    expect(walked.item).toBeNull()
    expect(walked.log.verifierKey).toBe(verifierKeys[0])
  })

  test('without the root of the index is refused', async () => {
    const signer = generateSigner('own.example/ledger')
    const bare = signedAgain(honest, signer, text =>
      text.replace(/^.*\n/, 'own.example/ledger\n').replace(/timbermark\/index.*\n/, ''),
    )
    const walked = await walkJson({ ...honest, checkpoint: bare }, { keys: [encodeVerifierKey(signer.key)] })
    expect(summarize(walked)).toBe('suspicious: checkpoint checkpoint')
    expect(walked.log.size).toBe(sizeOf(honest))
  })

  test('that was changed contradicts its signature; an unreadable one is unavailable', async () => {
    const changed = { ...honest, checkpoint: honest.checkpoint.replace(/\n\d+\n/, '\n1000\n') }
    expect(summarize(await walkJson(changed))).toBe('suspicious: checkpoint checkpoint')
    expect(summarize(await walkJson({ ...honest, checkpoint: 'a checkpoint' }))).toBe(
      'unavailable: unreadable checkpoint',
    )
  })
})

describe('a code', () => {
  test('of another request is not proven by these entries', async () => {
    expect(summarize(await walkJson(honest, { code: '0GB7JQ2M9XW4TZ8RCN5E' }))).toBe('suspicious: subject request')
  })

  test('is accepted in any spelling', async () => {
    const walked = await walkJson(honest, { code: firstVisit.code.toLowerCase() })
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.answer.code).toBe(firstVisit.code)
  })

  test('has the same serial in all answers', async () => {
    const elsewhere = await sealedProofOf(item(), { serial: 99 })
    expect(summarize(await walkJson([honest, elsewhere]))).toContain('binding request')
  })

  test('that is invalid proves nothing', async () => {
    expect(summarize(await walkJson(honest, { code: 'U' }))).toBe('unavailable: unreadable request')
  })

  test('has a serial below the sealed count', async () => {
    const of = (serial: number) => sealedProofOf(item(), { serial, codeFormat: 1 })
    expect(summarize(await walkJson(await of(2 ** 25)))).toBe('suspicious: count request')
    expect(summarize(await walkJson(await of(2 ** 25 - 1)))).toBe('proven')
    const fewer = await sealedProofOf(item(), {
      reword: fields =>
        fields.open.kind === 'request' ? { ...fields, open: { ...fields.open, count: 12_345 } } : fields,
    })
    expect(summarize(await walkJson(fewer))).toBe('suspicious: count request')
  })

  test('F6: states its own serial: an honest answer for another serial of the request is refused', async () => {
    expect(honest.serial).toBe(12_345)
    for (const serial of [0, 12_344, 12_346, 12_345 + 64, 9200, 2 ** 25 - 1]) {
      const another = await sealedProofOf(item(), { serial })
      const walked = await walkJson(another)
      expect(summarize(walked)).toBe('suspicious: serial request')
      expect(walked.item).toBe(null)
    }
    // Nor does it help to say the right serial over the other one's entries.
    const another = await sealedProofOf(item(), { serial: 9200 })
    expect(summarize(await walkJson({ ...another, serial: 12_345 }))).toMatch(/^suspicious: missing/)
  })

  test('of format 1 keeps its serial from the platform, and the result says so', async () => {
    const states = async (options: SealedOptions) => {
      const walked = await walkJson(await sealedProofOf(item(), options))
      const steps = describeSteps(walked, { openedFiles: 0, differingFiles: 0, hasPreviousHead: false })
      return [summarize(walked), walked.item?.serialFrom, steps.find(({ key }) => key === 'binding')?.state]
    }
    expect(await states({})).toEqual(['proven', 'code', 'ok'])
    expect(await states({ codeFormat: 1 })).toEqual(['proven', 'platform', 'stated'])
    expect(await states({ codeFormat: 1, serial: 9200 })).toEqual(['proven', 'platform', 'stated'])
    expect(await states({ serial: 9200 })).toEqual(['suspicious: serial request', undefined, 'failed'])
  })

  test('takes its format from the sealed request alone, and no request changes it', async () => {
    const older = await sealedProofOf(item(), { codeFormat: 1, serial: 9200 })
    // Unsealed members of an answer say nothing.
    expect((await walkJson({ ...older, codeFormat: 2, format: 2 })).item?.serialFrom).toBe('platform')
    for (const codeFormat of [1, 2] as const) {
      const changed = await sealedProofOf(item(), { codeFormat, formatBefore: codeFormat === 1 ? 2 : 1 })
      expect(summarize(await walkJson(changed))).toBe('suspicious: binding request')
      const same = await sealedProofOf(item(), { codeFormat, formatBefore: codeFormat })
      expect(summarize(await walkJson(same))).toBe('proven')
    }
    const unknown = await sealedProofOf(item(), {
      reword: fields =>
        fields.open.kind === 'request' ? { ...fields, open: { ...fields.open, codeFormat: 3 } } : fields,
    })
    expect(summarize(await walkJson(unknown))).toBe('suspicious: field request')
  })

  test('without single reports needs a proof of absence', async () => {
    const without = (at: number) => ({ ...honest, chains: honest.chains.toSpliced(at, 1) })
    expect(summarize(await walkJson(without(5)))).toContain('suspicious: missing block')
    // The chains of its spans are required too, even when they have no entry.
    for (const at of [6, 7, 8, 9, 10])
      expect(summarize(await walkJson(without(at)))).toBe(
        'suspicious: missing packing, missing certification, missing label, missing custody',
      )
  })
})

describe('the package of a code', () => {
  const place = [77, 640] as const
  const into = { action: 'pack', parent: place } as const
  const out = { action: 'unpack', parent: null } as const
  const again = { action: 'repack', parent: place } as const
  const elsewhere = { action: 'pack', parent: [78, 1] } as const
  const walkTo = async (packings: SealedOptions['packings'], change = (proof: SealedProof) => proof) =>
    walkJson(change(await sealedProofOf(item(), { packed: true, packings })))
  /** The records of the package are only in the answer when the walk reaches the package. */
  const withoutPackage = (proof: SealedProof) => ({
    ...proof,
    contents: proof.contents.filter(({ opened }) => !opened.join().includes('"stage","secondaryProcessing"')),
    chains: proof.chains.slice(0, 11),
  })

  test('is the parent of the last packing, which may be none', async () => {
    for (const packings of [[into], [into, out, into], [elsewhere, again], [again]])
      expect(summarize(await walkTo(packings))).toBe('proven')
    for (const packings of [[], [into, out], [into, again, out]])
      expect(summarize(await walkTo(packings, withoutPackage))).toBe('proven')
    // An earlier package is not followed, even if its entries are in the answer.
    expect(summarize(await walkTo([into, out]))).toBe('suspicious: missing records')
    expect(summarize(await walkTo([into, { action: 'repack', parent: [78, 1] }]))).toContain('subject request')
  })

  test('needs every packing: one that is left out is noticed', async () => {
    const without =
      (which: (entries: SealedProof['chains'][number]['entries']) => unknown[]) => (proof: SealedProof) => ({
        ...proof,
        chains: proof.chains.map((chain, at) =>
          at === 10 ? { ...chain, entries: which(chain.entries) as typeof chain.entries } : chain,
        ),
      })
    const first = await walkTo(
      [into, out, into],
      without(entries => entries.slice(0, 2).concat(entries.slice(3))),
    )
    expect(summarize(first)).toContain('entry packing')
    const last = await walkTo([into, out], proof => withoutPackage(without(entries => entries.slice(0, -1))(proof)))
    expect(summarize(last)).toMatch(/^suspicious: (entry|missing) packing/)
  })

  test('cannot be hidden by closing fields, nor changed by other fields', async () => {
    const tampered = (change: (text: string) => string | undefined) => (proof: SealedProof) => ({
      ...proof,
      chains: proof.chains.map((chain, at) =>
        at === 10
          ? {
              ...chain,
              entries: chain.entries.map(entry => ({
                ...entry,
                opened: entry.opened.flatMap(text => change(text) ?? []),
              })),
            }
          : chain,
      ),
    })
    const closed = tampered(text => (text.includes('"parent"') ? undefined : text))
    expect(summarize(await walkTo([into], closed))).toMatch(/^suspicious: field packing/)
    const moved = tampered(text => text.replace('[77,640]', '[77,641]'))
    expect(summarize(await walkTo([into], moved))).toMatch(/^suspicious: field packing/)
  })

  test('follows from possible steps: nothing is packed twice or unpacked twice', async () => {
    expect(summarize(await walkTo([into, into]))).toBe('suspicious: missing packing')
    expect(summarize(await walkTo([into, out, out], withoutPackage))).toBe('suspicious: missing packing')
    expect(summarize(await walkTo([{ action: 'unpack', parent: place }]))).toBe('suspicious: field packing')
    expect(summarize(await walkTo([{ action: 'pack', parent: null }], withoutPackage))).toBe(
      'suspicious: field packing',
    )
  })

  test('is refused with two packings of one number', async () => {
    const twice = await sealedProofOf(item(), {
      packed: true,
      packings: [into, again],
      reword: fields => (fields.open.kind === 'packing' ? { ...fields, open: { ...fields.open, packing: 5 } } : fields),
    })
    expect(summarize(await walkJson(twice))).toBe('suspicious: entry packing')
  })

  test('is no longer read from blocks of codes', async () => {
    const moved = await sealedProofOf(item(), {
      reword: fields =>
        fields.open.kind === 'mention' && 'codes' in fields.open
          ? { ...fields, open: { ...fields.open, kind: 'move' } }
          : fields,
    })
    // Old entries there are ignored: they mention no record and lead to no package.
    expect(summarize(await walkJson(moved))).toBe('suspicious: missing records')
  })
})

describe('the certification of a code', () => {
  const chainsOf = (proof: SealedProof) => proof.chains.slice(6)
  const withSpans = (change: (chain: SealedProof['chains'][number]) => SealedProof['chains'][number]) => ({
    ...honest,
    chains: [...honest.chains.slice(0, 6), ...chainsOf(honest).map(change)],
  })

  test('is shown with every step, its enterprise and its papers', async () => {
    const { item: drawn } = await walkJson(honest)
    expect(drawn!.answer.certification).toEqual(item().certification)
    expect(drawn!.answer.certification.steps.map(({ action }) => action)).toEqual(['authorize', 'pass'])
  })

  test('is "not authorized" without steps, which the index proves', async () => {
    const none = item(firstVisit.code, { certification: { state: 'notAuthorized', steps: [] } })
    const walked = await walkJson(await sealedProofOf(none))
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.answer.certification).toEqual({ state: 'notAuthorized', steps: [] })
  })

  test('needs every step, from the first to the last', async () => {
    const [first, last] = [
      withSpans(chain => ({ ...chain, entries: chain.entries.slice(1) })),
      withSpans(chain => ({ ...chain, entries: chain.entries.slice(0, -1) })),
    ]
    expect(summarize(await walkJson(first))).toMatch(/^suspicious: missing packing, missing certification/)
    expect(summarize(await walkJson(last))).toMatch(
      /^suspicious: (entry|missing) packing, .*(entry|missing) certification/,
    )
  })

  test('needs every step also in a long chain', async () => {
    const steps = Array.from({ length: 210 }, (_, n) => {
      const [authorize, pass] = item().certification.steps
      const withdraw = { ...authorize!, action: 'withdraw' as const, state: 'notAuthorized' as const, certifier: null }
      return { ...[authorize!, pass!, withdraw][n % 3]!, step: n + 1 }
    })
    const long = await sealedProofOf(item(firstVisit.code, { certification: { state: 'notAuthorized', steps } }))
    const walked = await walkJson(long)
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.answer.certification.steps).toHaveLength(210)
    const chains = long.chains.map((chain, at) =>
      at > 5 && chain.entries.length > 200 ? { ...chain, entries: chain.entries.slice(100) } : chain,
    )
    expect(summarize(await walkJson({ ...long, chains }))).toBe(
      'suspicious: missing packing, missing certification, missing label, missing custody',
    )
  })

  test('counts a step that was entered twice as one, with salts of its own each time', async () => {
    const [authorize, pass] = item().certification.steps
    const twice = await sealedProofOf(
      item(firstVisit.code, { certification: { state: 'certified', steps: [authorize!, pass!, pass!, authorize!] } }),
    )
    const walked = await walkJson(twice)
    expect(summarize(walked)).toBe('proven')
    expect(walked.item!.answer.certification).toEqual(item().certification)
  })

  test('does not take two steps with one number for one when anything differs', async () => {
    const [authorize, pass] = item().certification.steps
    for (const change of [{ enterprise: 'EVIL' }, { judgedOn: '2020-01-01' }, { documents: [] }]) {
      const other = { ...pass!, ...change }
      const steps = [authorize!, pass!, other]
      const twice = await sealedProofOf(item(firstVisit.code, { certification: { state: 'certified', steps } }))
      expect(summarize(await walkJson(twice)), JSON.stringify(change)).toBe('suspicious: entry certification')
    }
  })

  test('ignores steps of other codes', async () => {
    const { item: drawn } = await walkJson(honest)
    // An entry about a neighbouring code opens only its serials.
    const others = chainsOf(honest)[0]!.entries
    expect(others).toHaveLength(1)
    expect(others[0]!.opened).toHaveLength(1)
    expect(drawn!.answer.certification.steps).toHaveLength(2)
    const older = await sealedProofOf(item(), { codeFormat: 1 })
    expect(summarize(await walkJson({ ...older, serial: 12_346 }))).toContain(
      'field block, field packing, field certification',
    )
  })
})
