import type { FlowLink, FlowNode } from '@timbermark/contract/calls'
import { describe, expect, test } from 'vitest'
import { layOutFlow, nodeWidth } from './flow-layout.ts'

const node = (id: string, more: Partial<FlowNode>, volume = '10'): FlowNode => ({
  id,
  kind: 'wood',
  volume,
  form: null,
  species: null,
  batch: null,
  otherBatch: null,
  stage: null,
  partner: null,
  plot: null,
  reason: null,
  others: false,
  ...more,
})

const nodes = [
  node('in felled', { kind: 'felled' }),
  node('wood log OKO', { form: 'log', species: 'OKO' }),
  node('stage processing', { kind: 'stage', stage: 'processing' }, '8'),
  node('wood sawn OKO', { form: 'sawn', species: 'OKO' }, '5'),
  node('residue', { kind: 'residue', form: 'residue' }, '3'),
  node('out there', { kind: 'there' }, '7'),
]
const links: FlowLink[] = [
  { from: 'in felled', to: 'wood log OKO', volume: '10' },
  { from: 'wood log OKO', to: 'stage processing', volume: '8' },
  { from: 'wood log OKO', to: 'out there', volume: '2' },
  { from: 'stage processing', to: 'wood sawn OKO', volume: '5' },
  { from: 'stage processing', to: 'residue', volume: '3' },
  { from: 'wood sawn OKO', to: 'out there', volume: '5' },
]

describe('the layout of a flow', () => {
  const layout = layOutFlow(nodes, links, 1000)
  const at = (id: string) => layout.nodes.find(placed => placed.node.id === id)!

  test('places the used columns from left to right, within the picture', () => {
    expect(layout.columns.map(({ column }) => column)).toEqual(['source', 'log', 'processing', 'sawn', 'sink'])
    expect(layout.columns.map(({ x }) => x)).toEqual([0, 247, 494, 741, 988])
    for (const { x, y, height } of layout.nodes) {
      expect([x >= 0, x + nodeWidth <= 1000, y > 0, y + height <= layout.height]).toEqual([true, true, true, true])
    }
  })

  test('draws volumes to one scale, and no two nodes of a column on each other', () => {
    expect(at('wood sawn OKO').height / at('in felled').height).toBeCloseTo(0.5, 5)
    const sinks = [at('residue'), at('out there')].sort((a, b) => a.y - b.y)
    expect(sinks[0]!.y + sinks[0]!.height).toBeLessThan(sinks[1]!.y)
    const band = layout.links.find(({ link }) => link.from === 'wood log OKO' && link.to === 'out there')!
    expect(band.width / at('in felled').height).toBeCloseTo(0.2, 2)
    // It passes the columns of processing and sawn timber beside their nodes.
    expect(band.path.match(/C/g)).toHaveLength(3)
  })

  test('survives links without ends, circles and volumes that are no numbers', () => {
    const strange = [
      ...links,
      { from: 'nobody', to: 'out there', volume: '1' },
      { from: 'residue', to: 'residue', volume: '1' },
      { from: 'wood sawn OKO', to: 'wood log OKO', volume: '1' },
      { from: 'in felled', to: 'out there', volume: 'X' },
    ]
    expect(layOutFlow(nodes, strange, 1000).links).toHaveLength(links.length + 1)
    expect(layOutFlow([], [], 1000)).toMatchObject({ nodes: [], links: [] })
    const [placed] = layOutFlow([node('in x', { kind: 'felled' }, 'X')], [], 300).nodes
    expect([placed!.x, placed!.y, placed!.height].every(Number.isFinite)).toBe(true)
  })
})
