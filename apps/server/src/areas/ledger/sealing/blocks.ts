import { BLOCK_SIZE } from '@timbermark/ledger/sealed'

/** Codes of a request that stand side by side: its number, first serial, serial after the last. */
export type CodeSpan = readonly [request: number, from: number, to: number]

/** A block of codes with what of it a record or a packing speaks of. */
export interface Block {
  request: number
  block: number
  /** Serials, from and to (exclusive), in order. */
  codes: [number, number][]
}

/** The blocks that these codes stand in. */
export function blocksOf(codes: readonly CodeSpan[]): Block[] {
  const blocks = new Map<string, Block>()
  for (const [request, from, to] of codes) {
    for (let block = Math.floor(from / BLOCK_SIZE); block * BLOCK_SIZE < to; block++) {
      const name = `${request}/${block}`
      const known = blocks.get(name) ?? { request, block, codes: [] }
      known.codes.push([Math.max(from, block * BLOCK_SIZE), Math.min(to, (block + 1) * BLOCK_SIZE)])
      blocks.set(name, known)
    }
  }
  return [...blocks.values()]
}
