import { woodForms } from '@timbermark/contract'
import { type FlowKind, flowKinds, type FlowLink, type FlowNode } from '@timbermark/contract/calls'
import { add, compare, type Decimal, decimal, decimalText, parseDecimal, subtract } from '@timbermark/material'
import type { Move } from './load-moves.ts'

type Facts = Partial<Omit<FlowNode, 'id' | 'kind' | 'volume'>>

const zero = decimal('0')
const negate = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })

/** The kind on the other side for a sum below zero. */
const opposites: { readonly [Kind in FlowKind]?: FlowKind } = {
  before: 'ahead',
  there: 'ahead',
  undeclared: 'settled',
  measuredMore: 'measuredLess',
  transferredIn: 'transferredOut',
  transferredOut: 'transferredIn',
}

/** Nodes and links by their ends; links of the same ends are one. */
function makeFlow() {
  const nodes = new Map<string, Omit<FlowNode, 'volume'>>()
  const links = new Map<string, { from: string; to: string; volume: Decimal }>()

  const node = (id: string, kind: FlowKind, facts: Facts = {}): string => {
    if (!nodes.has(id))
      nodes.set(id, {
        id,
        kind,
        form: null,
        species: null,
        batch: null,
        stage: null,
        partner: null,
        otherBatch: null,
        plot: null,
        reason: null,
        others: false,
        ...facts,
      })
    return id
  }

  /** A volume from a node to another; below zero it goes the other way. */
  const link = (from: string, to: string, volume: Decimal): void => {
    if (volume.units < 0n) {
      link(to, from, negate(volume))
      return
    }
    if (volume.units === 0n) return
    const key = `${from} > ${to}`
    links.set(key, { from, to, volume: add(links.get(key)?.volume ?? zero, volume) })
  }

  /** What comes into a node, and what leaves it. */
  const passing = (id: string): { came: Decimal; left: Decimal } => {
    const all = [...links.values()]
    const sum = (of: typeof all) => add(zero, ...of.map(({ volume }) => volume))
    return { came: sum(all.filter(({ to }) => to === id)), left: sum(all.filter(({ from }) => from === id)) }
  }

  const stages = (): string[] => [...nodes.values()].filter(({ kind }) => kind === 'stage').map(({ id }) => id)

  const answer = (): { nodes: FlowNode[]; links: FlowLink[] } => {
    const place = (id: string) => placeOf(nodes.get(id)!)
    return {
      nodes: [...nodes.values()].flatMap(one => {
        const { came, left } = passing(one.id)
        const volume = compare(came, left) > 0 ? came : left
        return volume.units === 0n ? [] : [{ ...one, volume: decimalText(volume) }]
      }),
      links: [...links.values()]
        .sort((a, b) => place(a.from) - place(b.from) || compare(b.volume, a.volume))
        .map(one => ({ ...one, volume: decimalText(one.volume) })),
    }
  }
  return { node, link, passing, stages, answer }
}

type Flow = ReturnType<typeof makeFlow>

/** The order in which wood passes nodes. */
const placeOf = ({ kind, form }: Pick<FlowNode, 'kind' | 'form'>): number =>
  flowKinds.indexOf(kind) * woodForms.length + (form ? woodForms.indexOf(form) : 0)

/** Nodes and links of the sums: what comes into a node that is no source and no sink equals what leaves it. */
export function buildFlow(moves: readonly Move[]): { nodes: FlowNode[]; links: FlowLink[] } {
  const flow = makeFlow()
  const source = (wood: string, kind: FlowKind, volume: Decimal, facts: Facts = {}, key = '') => {
    if (volume.units >= 0n) flow.link(flow.node(`in ${kind}${key}`, kind, facts), wood, volume)
    else sink(wood, opposites[kind] ?? 'takenBack', negate(volume))
  }
  const sink = (wood: string, kind: FlowKind, volume: Decimal, facts: Facts = {}, key = '') => {
    if (volume.units >= 0n) flow.link(wood, flow.node(`out ${kind}${key}`, kind, facts), volume)
    else source(wood, opposites[kind] ?? 'takenBack', negate(volume))
  }
  for (const [key, its] of Map.groupBy(moves, woodKey)) {
    const wood = woodNode(flow, key, its[0]!)
    let [net, now, after] = [zero, zero, zero]
    for (const move of its) {
      const volume = parseDecimal(move.volume)!
      if (move.act === 'now') now = add(now, volume)
      else if (move.act === 'after') after = add(after, volume)
      else {
        net = add(net, volume)
        enterMove(flow, wood, move, volume, { source, sink })
      }
    }
    // Residue is the end of its wood: it is no stock.
    if (its[0]!.form === 'residue') continue
    const there = subtract(now, after)
    source(wood, 'before', subtract(there, net))
    sink(wood, 'there', there)
  }
  for (const stage of flow.stages()) {
    const { came, left } = flow.passing(stage)
    source(stage, 'measuredMore', subtract(left, came))
  }
  return flow.answer()
}

/** Residues of one kind are one node, and so is what was lost for one reason. */
const woodKey = ({ form, batchId, species, isOther, act, reason }: Move): string =>
  form === 'residue'
    ? `${residueNode(act)} ${reason ?? ''}`
    : `wood ${form} ${isOther ? '*' : `${batchId ?? ''} ${species}`}`

const residueNode = (act: Move['act']) => (act === 'lost' ? 'lost' : 'residue')

function woodNode(flow: Flow, id: string, move: Move): string {
  const { form, species, batchId, batchNumber, isOther, act, reason } = move
  if (form === 'residue') return flow.node(id, residueNode(act), { form, reason })
  const batch = batchId !== null && batchNumber !== null ? { id: batchId, number: batchNumber } : null
  return flow.node(id, 'wood', { form, species, batch, others: isOther })
}

type Enter = (wood: string, kind: FlowKind, volume: Decimal, facts?: Facts, key?: string) => void

function enterMove(
  flow: Flow,
  wood: string,
  move: Move,
  volume: Decimal,
  { source, sink }: Record<'source' | 'sink', Enter>,
) {
  const { act, stage, counterpart, isOtherCounterpart: others } = move
  const key = others ? ' *' : counterpart ? ` = ${counterpart}` : ''
  const handover: Facts = { partner: counterpart || null, others }
  if (act === 'converted' || act === 'lost') {
    const processing = flow.node(`stage ${stage}`, 'stage', { stage })
    // Residue is an end: what is taken back of it on another day does not come from it.
    if (move.form === 'residue' && volume.units < 0n) source(processing, 'takenBack', negate(volume))
    else if (move.isIn) flow.link(processing, wood, volume)
    else flow.link(wood, processing, negate(volume))
  } else if (act === 'received') source(wood, 'received', volume, handover, key)
  else if (act === 'handedOver') sink(wood, 'handedOver', negate(volume), handover, key)
  else if (act === 'transferred') {
    const other: Facts = { otherBatch: counterpart || null, others }
    if (move.isIn) source(wood, 'transferredIn', volume, other, key)
    else sink(wood, 'transferredOut', negate(volume), other, key)
  } else if (act === 'measured') source(wood, 'measuredMore', volume)
  else if (act === 'felled') source(wood, 'felled', volume, { plot: counterpart || null, others }, key)
  else if (act === 'purchased' || act === 'undeclared') source(wood, act, volume)
}
