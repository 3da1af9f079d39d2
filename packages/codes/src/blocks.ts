import type { CodeFormat } from './format.ts'

/**
 * Layouts of the 16-byte blocks that go through AES. All numbers are big-endian. Format 2 has no mask block.
 *
 * | byte  | tag block      | mask block   | security block       |
 * |-------|----------------|--------------|----------------------|
 * | 0     | format         | 0x01         | format               |
 * | 1     | 0x54 `T`       | 0x4D `M`     | 0x53 `S`             |
 * | 2-3   | 0              | 0            | counter, from 0      |
 * | 4-7   | request number | 0            | request number       |
 * | 8-11  | 0              | tag >> 32    | 0                    |
 * | 12-15 | serial         | tag mod 2^32 | serial               |
 *
 * Each kind has its own key and also its own byte 1, so a block of one kind never equals a block of another kind.
 */
export const blockSize = 16

const kinds = { tag: 0x54, mask: 0x4d, security: 0x53 } as const

/** Creates `count` blocks of one kind. Only the serial (tag, security) or the tag (mask) is left zero. */
export function blankBlocks(
  format: CodeFormat,
  kind: keyof typeof kinds,
  request: number,
  count: number,
  counter = 0,
): DataView {
  const blocks = new DataView(new ArrayBuffer(count * blockSize))
  for (let at = 0; at < blocks.byteLength; at += blockSize) {
    blocks.setUint8(at, format)
    blocks.setUint8(at + 1, kinds[kind])
    blocks.setUint16(at + 2, counter)
    if (kind !== 'mask') blocks.setUint32(at + 4, request)
  }
  return blocks
}

/** Writes serials `first`, `first + 1` ... into the first `count` tag or security blocks. */
export function putSerials(blocks: DataView, first: number, count: number): void {
  for (let i = 0, at = 12; i < count; i++, at += blockSize) blocks.setUint32(at, first + i)
}

/** Writes the tag, the first 50 bits of each of the `count` encrypted blocks in `tags`, into the mask blocks. */
export function putTags(masks: DataView, tags: DataView, count: number): void {
  for (let i = 0, at = 0; i < count; i++, at += blockSize) {
    const high = tags.getUint32(at)
    const low = tags.getUint32(at + 4) >>> 14
    masks.setUint32(at + 8, high >>> 14)
    masks.setUint32(at + 12, (high << 18) | low)
  }
}
