import { expect, it } from 'vitest'
import { changesBetween } from './changes.ts'
import type { StageRecord } from './record-shape.ts'

const record = (more: Partial<StageRecord>) =>
  ({
    documentCode: 'CERT-1',
    operator: 'A',
    time: '2026-11-01T08:00:00Z',
    longitude: '9.450000',
    latitude: '0.390000',
    values: [],
    ...more,
  }) as unknown as StageRecord
const value = (key: string, reported: unknown) => ({ key, type: 'text' as const, group: 'felling', value: reported })

it('lists changed, added and removed values of two versions', () => {
  const changes = changesBetween(
    record({ values: [value('volume', '2'), value('yardName', 'North'), value('logNumber', '7')] }),
    record({ operator: 'B', values: [value('volume', '3'), value('logNumber', '7'), value('length', '4')] }),
  )
  expect(changes.map(({ key, before, after }) => [key, before, after])).toEqual([
    ['operator', 'A', 'B'],
    ['volume', '2', '3'],
    ['length', undefined, '4'],
    ['yardName', 'North', undefined],
  ])
})

it('treats a picture as unchanged when only its address differs', () => {
  const pictures = (url: string) => record({ values: [value('photos', [{ id: 'one', url }])] })
  expect(changesBetween(pictures('/a?sign=1'), pictures('/a?sign=2'))).toEqual([])
})
