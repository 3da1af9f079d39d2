import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeNote, parseNote, toBase64 } from '@timbermark/ledger'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Witnesses } from '../../src/areas/ledger/witnesses/witnesses.ts'
import { serveLog, type StaticLog } from '../stand-ins/static-log.ts'
import { startWitness, type WitnessStandIn } from '../stand-ins/witness.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import { walkServedProof } from '../trace/walk-proof.ts'
import { endWitnesses, startWitnessProcess } from '../witness/witness-process.ts'

/** Three witnesses of a running server, two of them as their operators run them. The third can be made to lie. */
let scene: Scene
let liar: WitnessStandIn
let served: StaticLog
let witnessKeys: string[]
let breaks: Buffer | undefined
const folders: string[] = []
/** Number of codes that were reported: each can be once. */
let reported = 0

beforeAll(async () => {
  served = await serveLog(path => (path === 'breaks' ? breaks : undefined))
  const honest = await Promise.all(
    ['first', 'second'].map(name => {
      const folder = mkdtempSync(join(tmpdir(), 'timbermark-witness-'))
      folders.push(folder)
      return startWitnessProcess(folder, ['--name', `witness.example/${name}`, '--log-at', served.url])
    }),
  )
  liar = await startWitness('witness.example/liar')
  witnessKeys = [...honest.map(({ key }) => key), liar.cosigner.verifierKey]
  const settings = [...honest.map(({ setting }) => setting), liar.setting]
  scene = await makeScene('WITNESSED', { LEDGER_WITNESSES: settings.join(', ') })
  const { app } = scene.world
  breaks = (await app.inject({ method: 'GET', url: '/ledger/breaks' })).rawPayload
  const key = (await app.inject({ method: 'GET', url: '/ledger/key' })).payload.trim()
  liar.logs.set(key.slice(0, key.indexOf('+')), key)
})
afterAll(async () => {
  await endWitnesses()
  await liar?.stop()
  await served?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Enters something new, asks the witnesses, and answers which of them a reader is shown. */
async function seenByReader(): Promise<{ names: string[]; count: number; warnings: string[] }> {
  const warnings: string[] = []
  const warn = vi
    .spyOn(scene.world.services.log, 'warn')
    .mockImplementation((_: unknown, text?: string) => void warnings.push(text ?? ''))
  try {
    await scene.report('felling', [scene.goods.codes[reported++]!])
    await scene.append()
    await new Witnesses(scene.world.services).ask()
  } finally {
    warn.mockRestore()
  }
  return { ...(await walkWitnesses()), warnings }
}

async function walkWitnesses(): Promise<{ names: string[]; count: number }> {
  const { outcome, log } = await walkServedProof(scene, scene.goods.codes[0]!, { witnessKeys })
  expect(outcome).toBe('proven')
  // Those of an earlier head are shown with its size: here the newest one counts.
  const names = log.witnesses.filter(({ size }) => size === log.size).map(({ name }) => name)
  return { names: names.sort(), count: log.witnessCount }
}

const both = ['witness.example/first', 'witness.example/second']

test('three that agree are all shown to the reader', async () => {
  expect(await seenByReader()).toEqual({
    names: ['witness.example/first', 'witness.example/liar', 'witness.example/second'],
    count: 3,
    warnings: [],
  })
})

test.each([
  ['signs another root', { fault: 'otherRoot' }, 'no signature of its key under this head'],
  ['signs with the key of somebody else', { fault: 'stranger' }, 'no signature of its key under this head'],
  ['states an old time', { time: -400 * 86_400 }, 'its clock is wrong'],
  ['states a time to come', { time: 400 * 86_400 }, 'its clock is wrong'],
  ['refuses', { fault: 'broken' }, 'it answered 500'],
] as const)('one that %s is not counted, and the other two are', async (_, lie, words) => {
  liar.fault = 'fault' in lie ? lie.fault : undefined
  liar.time = Math.floor(Date.now() / 1000) + ('time' in lie ? lie.time : 0)
  const { names, count, warnings } = await seenByReader()
  expect({ names, count }).toEqual({ names: both, count: 3 })
  expect(warnings).toEqual([expect.stringContaining(words)])
  liar.fault = undefined
  liar.time = Math.floor(Date.now() / 1000)
  liar.heads.clear()
})

test('a server that hands on what a liar signed does not deceive the reader', async () => {
  liar.fault = 'broken'
  await seenByReader()
  const note = (await scene.world.app.inject({ method: 'GET', url: '/ledger/checkpoint' })).payload
  const { text } = parseNote(note)
  const size = Number(text.split('\n')[1])
  const root = text.split('\n')[2]!
  const lies = [
    liar.cosigner.cosign(text.replace(root, toBase64(new Uint8Array(32))), Math.floor(Date.now() / 1000)),
    liar.cosigner.cosign(text, Math.floor(Date.now() / 1000) - 400 * 86_400),
  ]
  for (const signature of lies) {
    const line = encodeNote({ text, signatures: [signature] }).slice(text.length + 1, -1)
    const witness = `${liar.cosigner.key.name}+${liar.cosigner.key.id}`
    await scene.world.admin.query(
      `insert into ledger_cosignature (size, witness, line, signed_at) values ($1, $2, $3, now())
       on conflict (size, witness) do update set line = excluded.line`,
      [size, witness, line],
    )
    expect((await walkWitnesses()).names).toEqual(both)
  }
})
