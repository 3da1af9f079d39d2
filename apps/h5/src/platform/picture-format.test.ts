import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { formatOf, isComplete } from './picture-format.ts'

const sent = (name: string) => readFile(join(import.meta.dirname, '../../../server/test/real-inputs', name))
const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#5a3' } })

it('tells what a picture is by its bytes', async () => {
  expect(formatOf(await sent('heic-named.jpg'))).toBe('HEIC')
  expect(formatOf(await sent('enc-user.pdf'))).toBe('PDF')
  expect(formatOf(await sent('cut.jpg'))).toBe('JPEG')
  for (const [format, bytes] of [
    ['JPEG', await picture.jpeg().toBuffer()],
    ['PNG', await picture.png().toBuffer()],
    ['GIF', await picture.gif().toBuffer()],
    ['WebP', await picture.webp().toBuffer()],
    ['TIFF', await picture.tiff().toBuffer()],
  ] as const)
    expect(formatOf(bytes)).toBe(format)
  expect(formatOf(Buffer.from('Code;Volume'))).toBeUndefined()
})

it('finds a picture that was cut off, wherever that was', async () => {
  expect(isComplete(await sent('cut.jpg'), 'JPEG')).toBe(false)
  const thumbnail = await picture.jpeg().toBuffer()
  const jpeg = await picture
    .withExif({ IFD0: { ImageDescription: 'x'.repeat(300) } })
    .jpeg()
    .toBuffer()
  const png = await picture.png().toBuffer()
  expect(isComplete(jpeg, 'JPEG')).toBe(true)
  // Phones append a film to a picture.
  expect(isComplete(Buffer.concat([jpeg, Buffer.alloc(500)]), 'JPEG')).toBe(true)
  expect(isComplete(png, 'PNG')).toBe(true)
  for (let end = 0; end < jpeg.length - 1; end += 7)
    expect(isComplete(jpeg.subarray(0, end), 'JPEG'), `${end}`).toBe(false)
  for (let end = 0; end < png.length - 4; end += 7)
    expect(isComplete(png.subarray(0, end), 'PNG'), `${end}`).toBe(false)
  // The end marker of a thumbnail inside a segment is not the end of the picture.
  const length = thumbnail.length + 2
  const segment = Buffer.from([0xff, 0xe1, length >> 8, length & 255, ...thumbnail])
  expect(isComplete(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2, 80)]), 'JPEG')).toBe(false)
})
