/** Label pictures against the writer of the most used package for them. */
import { randomBytes } from 'node:crypto'
import { traceAddress } from '@timbermark/codes'
import { deriveRequestKeys, RequestCodes } from '@timbermark/codes/node'
import jsqr from 'jsqr'
import qrcode from 'qrcode'
import sharp from 'sharp'
import { qrPng } from '../src/areas/code/labels-png.ts'
import type { Claim } from './bench.ts'
import { median } from './bench.ts'

export async function measureLabels(): Promise<Claim[]> {
  const codes = new RequestCodes(deriveRequestKeys(randomBytes(32), 1, 1), 1)
  const texts = Array.from({ length: 120 }, (_, serial) => traceAddress('https://trace.example', codes.code(serial)))
  const ours: number[] = []
  const theirs: number[] = []
  const pictures: Buffer[] = []
  // A sheet has thousands: what the first ones cost until both are compiled is not the question.
  for (const text of texts) {
    qrPng(text, 300)
    await qrcode.toBuffer(text, { type: 'png', width: 300, errorCorrectionLevel: 'M' })
  }
  for (const text of texts) {
    const started = performance.now()
    pictures.push(qrPng(text, 300))
    ours.push(performance.now() - started)
    const again = performance.now()
    await qrcode.toBuffer(text, { type: 'png', width: 300, errorCorrectionLevel: 'M' })
    theirs.push(performance.now() - again)
  }
  let read = 0
  // A CommonJS module whose types say otherwise: the function is its default export, twice under Node.
  const decode = (jsqr as unknown as { default: typeof import('jsqr').default }).default
  for (const [index, picture] of pictures.entries()) {
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    if (decode(new Uint8ClampedArray(data), info.width, info.height)?.data === texts[index]) read++
  }
  const ratio = median(theirs) / median(ours)
  return [
    {
      title: 'labels as PNG, 300 px',
      found: `${median(ours).toFixed(2)} ms against ${median(theirs).toFixed(2)} ms of the qrcode package: ${ratio.toFixed(0)} times; ${read} of ${pictures.length} read back by a foreign decoder`,
      bound: 'at least 20 times as fast, all read',
      held: ratio >= 20 && read === pictures.length,
    },
  ]
}
