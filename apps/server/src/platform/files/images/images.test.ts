import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicFilm } from './film.ts'
import { type FileRefusal, FileRefused, inspectFile, publicCopy } from './images.ts'
import {
  archive,
  compoundFile,
  legacyWorkbook,
  textRow,
  workbookOf,
  workbookParts,
} from '../../workbook/xlsx/samples.ts'

const every = ['png', 'jpg', 'gif', 'webp', 'pdf', 'mp4', 'doc', 'xls', 'ppt', 'docx', 'xlsx', 'pptx', 'txt']

function refusal(content: Uint8Array | string, allowed = every): FileRefusal | undefined {
  try {
    inspectFile(Buffer.from(content as string), allowed)
    return undefined
  } catch (error) {
    if (error instanceof FileRefused) return error.reason
    throw error
  }
}

/** A picture with some detail, 120 x 80 pixels. */
function picture() {
  const pixels = Buffer.from(Array.from({ length: 120 * 80 * 3 }, (_, n) => (n * 7 + (n >> 6)) % 251))
  return sharp(pixels, { raw: { width: 120, height: 80, channels: 3 } })
}

function box(type: string, content: Buffer = Buffer.alloc(8)): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

const film = (brand = 'isom') =>
  Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0isom`)), box('moov'), box('mdat', Buffer.alloc(100, 1))])

function document(main: string, extra = {}) {
  const types = `<Types><Override PartName="/x.xml" ContentType="application/vnd.openxmlformats-officedocument.${main}"/></Types>`
  return archive({ '[Content_Types].xml': types, 'x.xml': '<x/>', ...extra })
}

const samples: Record<string, Buffer> = {}

beforeAll(async () => {
  samples.png = await picture().png().toBuffer()
  samples.jpg = await picture().jpeg().toBuffer()
  samples.progressive = await picture().jpeg({ progressive: true }).toBuffer()
  samples.gif = await picture().gif().toBuffer()
  samples.webp = await picture().webp().toBuffer()
  samples.lossless = await picture().webp({ lossless: true }).toBuffer()
  samples.alpha = await picture().ensureAlpha(0.5).webp().toBuffer()
  const pdf = new PDFDocument()
  pdf.text('Certificate')
  pdf.end()
  samples.pdf = await buffer(pdf)
  samples.mp4 = film()
  samples.doc = compoundFile('WordDocument', Buffer.alloc(5000))
  samples.xls = legacyWorkbook([['a']])
  samples.ppt = compoundFile('PowerPoint Document', Buffer.alloc(5000))
  samples.docx = document('wordprocessingml.document.main+xml')
  samples.pptx = document('presentationml.presentation.main+xml')
  samples.xlsx = workbookOf(textRow(1, 'a'))
  samples.txt = Buffer.from('Essence : okoumé\n树种：奥古曼\n\ta < b, c > d\n')
})

describe('the type of a file (A65, VAL-57, VAL-59)', () => {
  it.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
    ['pdf', 'application/pdf'],
    ['mp4', 'video/mp4'],
    ['doc', 'application/msword'],
    ['xls', 'application/vnd.ms-excel'],
    ['ppt', 'application/vnd.ms-powerpoint'],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['txt', 'text/plain'],
  ])('%s is known by its content, and only taken where it is allowed', (extension, type) => {
    expect(inspectFile(samples[extension]!, every)).toMatchObject({ extension, type })
    expect(inspectFile(samples[extension]!, [`.${extension.toUpperCase()}`]).extension).toBe(extension)
    expect(
      refusal(
        samples[extension]!,
        every.filter(each => each !== extension),
      ),
    ).toBe('type')
  })

  it('tells the size of a picture without decoding it', () => {
    for (const name of ['png', 'jpg', 'progressive', 'gif', 'webp', 'lossless', 'alpha']) {
      expect(inspectFile(samples[name]!, every), name).toMatchObject({ width: 120, height: 80 })
    }
  })

  it('takes jpeg for jpg', () => {
    expect(inspectFile(samples.jpg!, ['jpeg']).extension).toBe('jpg')
  })

  it('says in words of the product what would be taken', () => {
    expect(() => inspectFile(samples.gif!, ['png', 'jpg'])).toThrow(
      expect.objectContaining({ key: 'fileType', params: { types: 'png, jpg' } }),
    )
    expect(() => inspectFile(samples.png!.subarray(0, 60), ['png'])).toThrow(
      expect.objectContaining({ key: 'fileBroken' }),
    )
  })

  it('refuses what is close to a type but another', () => {
    expect(refusal(film('heic'))).toBe('heic')
    expect(refusal(film('qt  '))).toBe('type')
    expect(refusal(archive({ 'readme.txt': 'x' }))).toBe('type')
    expect(refusal(compoundFile('Contents', Buffer.alloc(5000)))).toBe('type')
    expect(refusal('')).toBe('type')
    expect(refusal(Buffer.from('中文', 'utf16le'))).toBe('type')
    expect(refusal(Buffer.from([0x41, 0xc3, 0x28]))).toBe('type')
    expect(refusal('text with a NUL \0')).toBe('type')
    expect(refusal(Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'))).toBe('type')
  })
})

describe('what acts is never taken (A65)', () => {
  it.each([
    '<!DOCTYPE html><p>hi',
    '\ufeff  <html>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?><svg/>',
    '<p>looks like a page',
    '<!-- x --><script>alert(1)</script>',
    'harmless start <script src="//example.org"></script>',
    'x < SCRIPT >',
    '<?php system("id") ?>',
  ])('markup as text: %s', text => {
    expect(refusal(text)).toBe('active')
  })

  it('documents with macros', () => {
    expect(refusal(document('wordprocessingml.document.main+xml', { 'word/vbaProject.bin': 'x' }))).toBe('active')
    expect(refusal(document('application/vnd.ms-word.document.macroEnabled.main+xml'))).toBe('active')
    const doc = compoundFile('WordDocument', Buffer.alloc(5000))
    Buffer.from('Macros\0', 'utf16le').copy(doc, 512 * 2 + 256)
    doc.writeUInt16LE(14, 512 * 2 + 256 + 64)
    doc[512 * 2 + 256 + 66] = 1
    expect(refusal(doc)).toBe('active')
  })

  it('markup inside a picture or at the start of a PDF', () => {
    const comment = Buffer.from('\xff\xfe\x00\x20<script>alert(document.domain)', 'latin1')
    expect(refusal(Buffer.concat([samples.jpg!.subarray(0, 2), comment, samples.jpg!.subarray(2)]))).toBe('active')
    expect(refusal(Buffer.concat([Buffer.from('%PDF-1.4\n<html><body>'), samples.pdf!]))).toBe('active')
  })
})

describe('documents that fetch or run what is not in them', () => {
  const relation = (type: string, mode = ' TargetMode="External"') =>
    `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="https://example.org/x"${mode}/></Relationships>`
  const written = (extra: Record<string, string>) => document('wordprocessingml.document.main+xml', extra)

  it('refuses a template, an object or a frame from elsewhere, and controls', () => {
    for (const type of ['attachedTemplate', 'oleObject', 'frame', 'subDocument'])
      expect(refusal(written({ 'word/_rels/settings.xml.rels': relation(type) })), type).toBe('active')
    expect(refusal(written({ 'word/activeX/activeX1.xml': '<x/>' }))).toBe('active')
  })

  it('takes links to the web, and templates by name', () => {
    expect(refusal(written({ 'word/_rels/document.xml.rels': relation('hyperlink') }))).toBeUndefined()
    expect(refusal(written({ 'word/_rels/document.xml.rels': relation('oleObject', '') }))).toBeUndefined()
  })
})

describe('films', () => {
  const place = '+30.2741+120.1551/'
  const head = Buffer.concat([Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(12)])
  const number = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
    return bytes
  }
  const start = box('ftyp', Buffer.from('isom\0\0\0\0isom'))
  /** A track of one chunk of two samples, of this kind. */
  const track = (kind: string, at: number, sizes: number[]) => {
    const handler = Buffer.from(head)
    handler.write(kind, 8, 'latin1')
    const table = box(
      'stbl',
      Buffer.concat([
        box('stsc', number(0, 1, 1, sizes.length, 1)),
        box('stsz', number(0, 0, sizes.length, ...sizes)),
        box('stco', number(0, 1, at)),
      ]),
    )
    return box(
      'trak',
      Buffer.concat([
        box('udta', Buffer.from(place)),
        box('mdia', Buffer.concat([box('hdlr', handler), box('minf', table)])),
      ]),
    )
  }

  it('are shown to everybody without where they were made, and are otherwise what they were', () => {
    const data = Buffer.concat([Buffer.from('PICTURES'), Buffer.from(`GPS${place}`)])
    const original = Buffer.concat([
      start,
      box('mdat', data),
      box('uuid', Buffer.from(`XMP ${place}`)),
      box('meta', Buffer.from(place)),
      box(
        'moov',
        Buffer.concat([
          box('udta', box('\xa9xyz', Buffer.from(place))),
          box('meta', Buffer.from(`com.apple.quicktime.location.ISO6709${place}`)),
          track('vide', start.length + 8, [8]),
          track('meta', start.length + 16, [10, data.length - 18]),
        ]),
      ),
    ])
    const published = publicFilm(original)
    expect(original.includes(place)).toBe(true)
    expect(published.includes(place)).toBe(false)
    expect(published.includes('ISO6709')).toBe(false)
    expect(published.length).toBe(original.length)
    expect(published.includes('PICTURES')).toBe(true)
    expect(published.indexOf('vide')).toBe(original.indexOf('vide'))
    expect(inspectFile(published, ['mp4']).type).toBe('video/mp4')
    // A second run changes nothing.
    expect(publicFilm(published).equals(published)).toBe(true)
    expect(publicFilm(film()).equals(film())).toBe(true)
  })

  it('are looked through once, however they lie about what is in them', () => {
    const checkFilm = (film: Buffer) => {
      const before = performance.now()
      try {
        publicFilm(film)
      } catch (error) {
        expect(error).toBeInstanceOf(FileRefused)
      }
      expect(performance.now() - before).toBeLessThan(5000)
    }
    const heads = Buffer.alloc(16_000_000)
    for (let at = 0; at < heads.length; at += 16) heads.write('\0\0\0\x10trak\0\0\0\x08free', at, 'latin1')
    checkFilm(Buffer.concat([start, box('moov', heads)]))
    const greedy = track(
      'meta',
      0,
      Array.from({ length: 1000 }, () => 2 ** 31),
    )
    const greedyOnes = Buffer.concat(Array.from({ length: 1000 }, () => greedy))
    checkFilm(Buffer.concat([start, box('moov', greedyOnes), box('mdat', Buffer.alloc(10_000_000))]))
    const small = Buffer.concat([start, box('mdat'), box('moov', track('meta', 40, [1, 2 ** 31]))])
    for (let at = 0; at < small.length; at++)
      for (const value of [0, 1, 0xff]) {
        const damaged = Buffer.from(small)
        damaged[at] = value
        checkFilm(damaged)
      }
  })
})

describe('files that are two things at once (A66)', () => {
  const hidden = archive({ 'evil.class': 'x' })

  it('refuses an archive behind a picture, a PDF, a film or a document', () => {
    for (const name of ['png', 'jpg', 'gif', 'webp', 'pdf', 'doc']) {
      expect(refusal(Buffer.concat([samples[name]!, hidden])), name).toBe('polyglot')
    }
    expect(refusal(Buffer.concat([samples.mp4!, box('free', hidden)]))).toBe('polyglot')
  })

  it('takes an old document with a newer one embedded in it', () => {
    const stream = Buffer.alloc(9000)
    samples.xlsx!.copy(stream, 5000)
    expect(refusal(compoundFile('WordDocument', stream), ['doc'])).toBeUndefined()
  })

  it('refuses anything behind the end of a picture, but what phones append to a JPEG', () => {
    for (const name of ['png', 'gif', 'webp', 'alpha'])
      expect(refusal(Buffer.concat([samples[name]!, Buffer.from('more')])), name).toBe('polyglot')
    expect(refusal(Buffer.concat([samples.jpg!, samples.jpg!]))).toBeUndefined()
    expect(refusal(Buffer.concat([samples.jpg!, film()]))).toBeUndefined()
  })

  it('refuses a picture that starts like a PDF for readers that search', () => {
    const comment = Buffer.from('\xff\xfe\x00\x10%PDF-1.4 xxxxx', 'latin1')
    expect(refusal(Buffer.concat([samples.jpg!.subarray(0, 2), comment, samples.jpg!.subarray(2)]))).toBe('polyglot')
  })
})

describe('pictures that would hurt their decoder (A66)', () => {
  it('refuses more pixels than allowed before decoding', async () => {
    const png = Buffer.from(samples.png!)
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    expect(refusal(png)).toBe('pixels')
    const jpg = Buffer.from(samples.jpg!)
    const frame = jpg.indexOf(Buffer.from([0xff, 0xc0]))
    jpg.writeUInt16BE(65_500, frame + 5)
    jpg.writeUInt16BE(65_500, frame + 7)
    expect(refusal(jpg)).toBe('pixels')
    const gif = Buffer.from(samples.gif!)
    gif.writeUInt16LE(65_535, 6)
    gif.writeUInt16LE(65_535, 8)
    expect(refusal(gif)).toBe('pixels')
    const webp = Buffer.from(samples.alpha!)
    webp.writeUIntLE(16_000_000, 24, 3)
    expect(refusal(webp)).toBe('pixels')
    await expect(publicCopy(png, { maxPixels: 100 })).rejects.toMatchObject({ reason: 'pixels', key: 'fileTooLarge' })
  })

  it('refuses a picture that is cut anywhere', () => {
    for (const name of ['png', 'jpg', 'progressive', 'gif', 'webp', 'lossless', 'alpha', 'pdf', 'mp4']) {
      const intact = samples[name]!
      for (const share of [0.2, 0.5, 0.9, 0.99]) {
        const reason = refusal(intact.subarray(0, Math.floor(intact.length * share)))
        expect(reason, `${name} ${share}`).toBe('broken')
      }
    }
    for (const name of ['doc', 'xls']) expect(refusal(samples[name]!.subarray(0, 900)), name).toBe('broken')
    expect(refusal(samples.docx!.subarray(0, 100))).toBe('broken')
  })

  it('neither hangs nor breaks on bytes that lie about lengths', () => {
    for (const name of Object.keys(samples)) {
      const intact = samples[name]!
      const step = Math.max(1, Math.floor(Math.min(intact.length, 2000) / 150))
      for (let at = 0; at < Math.min(intact.length, 2000); at += step) {
        for (const value of [0, 0xff]) {
          const damaged = Buffer.from(intact)
          damaged[at] = value
          expect(() => refusal(damaged)).not.toThrow()
        }
      }
    }
  })

  it('refuses the pixel count of zero', () => {
    const png = Buffer.from(samples.png!)
    png.writeUInt32BE(0, 16)
    expect(refusal(png)).toBe('broken')
  })
})

describe('the public copy of a picture (A73)', () => {
  it('carries no position, camera or comment', async () => {
    const original = await picture()
      .jpeg()
      .withExif({
        IFD0: { Make: 'SecretCamera', Copyright: 'somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '0/1 23/1 45/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SecretNote</note></x:xmpmeta>')
      .toBuffer()
    const before = await sharp(original).metadata()
    expect(before.exif!.includes('SecretCamera')).toBe(true)
    const copy = await publicCopy(original, { maxPixels: 1600 })
    const after = await sharp(copy).metadata()
    expect(after).toMatchObject({ format: 'webp', width: 120, height: 80 })
    expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(copy.includes('Secret')).toBe(false)
  })

  it('is no larger than asked, keeps its shape, and never grows', async () => {
    const size = async (maxPixels: number) => {
      const { width, height } = await sharp(await publicCopy(samples.png!, { maxPixels })).metadata()
      return [width, height]
    }
    expect(await size(60)).toEqual([60, 40])
    expect(await size(5000)).toEqual([120, 80])
  })

  it('stands upright, as the camera noted', async () => {
    const lying = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await sharp(await publicCopy(lying, { maxPixels: 1600 })).metadata()).toMatchObject({
      width: 80,
      height: 120,
    })
  })

  it('shows the same picture, of every kind that is taken', async () => {
    for (const name of ['png', 'jpg', 'progressive', 'gif', 'webp', 'alpha']) {
      const { channels } = await sharp(await publicCopy(samples[name]!, { maxPixels: 100 })).stats()
      const { channels: original } = await sharp(samples[name]!).stats()
      expect(Math.abs(channels[0]!.mean - original[0]!.mean), name).toBeLessThan(10)
    }
  })

  it('is refused for anything but a picture, and for one whose pixels are damaged', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await expect(publicCopy(svg, { maxPixels: 100 })).rejects.toMatchObject({ reason: 'active' })
    await expect(publicCopy(samples.pdf!, { maxPixels: 100 })).rejects.toMatchObject({ reason: 'type' })
    const damaged = Buffer.from(samples.png!)
    const data = damaged.indexOf('IDAT')
    damaged.fill(0x55, data + 20, data + 200)
    await expect(publicCopy(damaged, { maxPixels: 100 })).rejects.toMatchObject({ reason: 'broken' })
  })

  it('is made for many callers at once', async () => {
    const copies = await Promise.all(Array.from({ length: 8 }, () => publicCopy(samples.jpg!, { maxPixels: 50 })))
    expect(new Set(copies.map(copy => copy.toString('base64'))).size).toBe(1)
  })

  it('leaves no decoder open for types that are never taken', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow()
  })
})

it('parts of a workbook alone make no document', () => {
  const parts = workbookParts('')
  delete parts['[Content_Types].xml']
  expect(refusal(archive(parts))).toBe('type')
})
