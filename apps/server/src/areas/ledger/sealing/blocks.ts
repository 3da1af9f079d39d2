import { BLOCK_SIZE } from '@timbermark/ledger/sealed'

/** Consecutive codes of a request: request number, first serial, serial after the last. */
export type RequestSerials = readonly [request: number, from: number, to: number]

/** A block of codes, with those of its codes that a record or a packing concerns. */
export interface Block {
  request: number
  block: number
  /** Serials, from and to (exclusive), in order. */
  codes: [number, number][]
}

/** The blocks that contain these codes. */
export function blocksOf(codes: readonly RequestSerials[]): Block[] {
  const blocks = new Map<string, Block>()
  for (const [request, from, to] of codes) {
    for (let block = Math.floor(from / BLOCK_SIZE); block * BLOCK_SIZE < to; block++) {
      const name = `${request}/${block}`
      const entry = blocks.get(name) ?? { request, block, codes: [] }
      entry.codes.push([Math.max(from, block * BLOCK_SIZE), Math.min(to, (block + 1) * BLOCK_SIZE)])
      blocks.set(name, entry)
    }
  }
  return [...blocks.values()]
}
