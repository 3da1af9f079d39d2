import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawPieces, gzipOf, plainOf, takesGzip } from '../../src/areas/trace/page/page-parts.ts'

/** A page of text and of parts that show what is written in braces. */
const page = (text: string) =>
  drawPieces(kept => text.replace(/\{(.*?)\}/g, (_, shows: string) => kept(shows, () => `<b>${shows}</b>`)))

describe('a page put together from parts', () => {
  const texts = [
    'nothing but text',
    '{a part alone}',
    'before {one} after',
    '{one}{two}{one}',
    'a {木材} b {été} c',
    'a sign $& of a pattern {$&$1} and -0- a number of no part',
    `${'long '.repeat(30_000)}{${'part '.repeat(30_000)}}`,
    '',
  ]

  it('is what it would be drawn in one, as it stands and compressed', () => {
    for (const text of texts) {
      const whole = text.replace(/\{(.*?)\}/g, (_, shows: string) => `<b>${shows}</b>`)
      expect(plainOf(page(text)).toString()).toBe(whole)
      expect(gunzipSync(gzipOf(page(text))).toString()).toBe(whole)
    }
  })

  it('has each part drawn once for all pages that show the same', () => {
    let drawn = 0
    const draw = () => drawPieces(kept => `${kept('the same', () => `drawn ${++drawn}`)} ${kept('another', () => '')}`)
    for (let time = 0; time < 3; time++) expect(plainOf(draw()).toString()).toBe('drawn 1 ')
  })

  it('is compressed for those who take it so (RFC 9110, 12.5.3)', () => {
    for (const header of ['gzip', 'gzip, deflate, br', 'br;q=1, gzip;q=0.5', 'deflate,GZIP', 'gzip;q=0.01'])
      expect(takesGzip(header), header).toBe(true)
    for (const header of [undefined, '', 'br', 'identity', 'x-gzip', 'gzipped', 'gzip;q=0', 'br, gzip; q=0.0, deflate'])
      expect(takesGzip(header), header).toBe(false)
  })
})
