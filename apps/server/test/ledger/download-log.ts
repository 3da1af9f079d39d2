import { decodeBundle, openCheckpoint, tilePath } from '@timbermark/ledger'
import { expect } from 'vitest'
import type { World } from '../harness.ts'

/** Everything that anyone can download of the log: its newest head, and all entries below it as texts. */
export async function downloadLog({ app }: Pick<World, 'app'>) {
  const get = (path: string) => app.inject({ method: 'GET', url: `/ledger/${path}` })
  const { checkpoint, step } = await openCheckpoint(
    (await get('checkpoint')).payload,
    (await get('key')).payload.trim(),
  )
  expect(step.outcome).toBe('pass')
  const { size, root, extensions } = checkpoint!
  const entries: string[] = []
  for (let index = 0; index * 256 < size; index++) {
    const width = Math.min(256, size - index * 256)
    const bundle = await get(tilePath({ level: 'entries', index, width }))
    entries.push(
      ...decodeBundle(new Uint8Array(bundle.rawPayload), width).map(entry => Buffer.from(entry).toString('utf8')),
    )
  }
  return { entries, root, extensions }
}
