import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawPieces, gzipOf, plainOf, takesGzip } from '../../src/areas/trace/page/page-parts.ts'

/** A page of text and parts; a part shows the text in braces. */
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

  it('equals the page rendered in one piece, plain and compressed', () => {
    for (const text of texts) {
      const expected = text.replace(/\{(.*?)\}/g, (_, shows: string) => `<b>${shows}</b>`)
      expect(plainOf(page(text)).toString()).toBe(expected)
      expect(gunzipSync(gzipOf(page(text))).toString()).toBe(expected)
    }
  })

  it('renders each part once for all pages that show the same', () => {
    let drawn = 0
    const draw = () => drawPieces(kept => `${kept('the same', () => `drawn ${++drawn}`)} ${kept('another', () => '')}`)
    for (let time = 0; time < 3; time++) expect(plainOf(draw()).toString()).toBe('drawn 1 ')
  })

  it('is compressed for clients that accept it (RFC 9110, 12.5.3)', () => {
    for (const header of ['gzip', 'gzip, deflate, br', 'br;q=1, gzip;q=0.5', 'deflate,GZIP', 'gzip;q=0.01'])
      expect(takesGzip(header), header).toBe(true)
    for (const header of [undefined, '', 'br', 'identity', 'x-gzip', 'gzipped', 'gzip;q=0', 'br, gzip; q=0.0, deflate'])
      expect(takesGzip(header), header).toBe(false)
  })
})
