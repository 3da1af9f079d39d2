import { buffer } from 'node:stream/consumers'
import { limits } from '@timbermark/contract'
import { unzipSync } from 'fflate'
import jsqr from 'jsqr'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Label, labelsZip, qrMatrix, qrPng, qrSvg, traceAddress } from './labels.ts'

const site = 'https://trace.example.com'
const code = '3DKY3KS6CSEX33J9MH1K'
const address = traceAddress(site, code)

// The server disables vector input of the library for the whole process (platform/files/images/images.ts).
const vector = { operation: ['VipsForeignLoadSvg'] }
beforeAll(() => sharp.unblock(vector))
afterAll(() => sharp.block(vector))

/** Reads a picture with an independent decoder. */
async function decode(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const decoded = jsqr.default(new Uint8ClampedArray(data), info.width, info.height)
  if (!decoded) throw new Error('No QR symbol found in the picture')
  return { ...decoded, width: info.width, height: info.height }
}

function label(n: number): Label {
  return { code: String(n).padStart(20, 'A'), lines: [`Batch ${n}`] }
}

describe('the address in a QR picture (COD-14)', () => {
  it('is written in capitals, so that the symbol is small', async () => {
    expect(address).toBe('HTTPS://TRACE.EXAMPLE.COM/C/3DKY3KS6CSEX33J9MH1K')
    const read = await decode(qrPng(address, 300))
    expect(read.data).toBe(address)
    expect(read.chunks.map(chunk => chunk.type)).toEqual(['alphanumeric'])
    expect(qrMatrix(address).size).toBe(29)
    expect(qrMatrix(`${site}/c/${code}`).size).toBe(33)
  })

  it('has the highest error correction that does not enlarge its symbol', () => {
    // ISO/IEC 18004, section 7.9.1: the first two bits of the format, masked with 10.
    const levels = ['M', 'L', 'H', 'Q']
    const levelOf = (text: string) => {
      const { size, modules } = qrMatrix(text)
      const bits = (modules[8 * size]! ^ 1) * 2 + modules[8 * size + 1]!
      return [size, levels[bits]]
    }
    expect(levelOf('HTTPS://TIMBER.CM/C/3DKY3KS6CSEX33J9MH1K')).toEqual([29, 'Q'])
    expect(levelOf(address)).toEqual([29, 'M'])
    expect(levelOf(`${site}/c/${code}`)[0]).toBe(33)
    expect(levelOf('1')).toEqual([21, 'H'])
  })

  it('leads to the same page as when typed by hand', () => {
    expect(new URL(address).host).toBe(new URL(site).host)
    expect(traceAddress('http://localhost:8080/', code)).toBe(`HTTP://LOCALHOST:8080/C/${code}`)
  })

  it('keeps the spelling of a foreign code and of a path, where capitals would change the meaning', () => {
    expect(traceAddress(site, 'log-7/a')).toBe('https://trace.example.com/c/log-7%2Fa')
    expect(traceAddress('https://example.com/wood/', code)).toBe(`https://example.com/wood/c/${code}`)
    expect(traceAddress(site, '木 7')).toBe('HTTPS://TRACE.EXAMPLE.COM/C/%E6%9C%A8%207')
  })

  it('is refused when the site is not a web address', () => {
    expect(() => traceAddress('javascript:alert(1)', code)).toThrow(TypeError)
    expect(() => traceAddress('trace.example.com', code)).toThrow(TypeError)
  })
})

describe('a QR picture as PNG (COD-08, COD-09, VAL-25)', () => {
  it.each([64, 65, 100, 300, 333, 600, 999, 1000])('has exactly %i pixels a side and can be read', async size => {
    const read = await decode(qrPng(address, size))
    expect([read.width, read.height]).toEqual([size, size])
    expect(read.data).toBe(address)
  })

  it('has a quiet zone of at least four modules, with whole pixels per module', async () => {
    for (const size of [64, 300, 1000]) {
      const { data } = await sharp(qrPng(address, size))
        .toColourspace('b-w')
        .raw()
        .toBuffer({ resolveWithObject: true })
      const dark = [...data.keys()].filter(index => data[index]! < 128)
      const columns = dark.map(index => index % size)
      const left = columns.reduce((a, b) => Math.min(a, b))
      const right = columns.reduce((a, b) => Math.max(a, b))
      const top = Math.floor(dark[0]! / size)
      const module = (right - left + 1) / 29
      expect(Number.isInteger(module)).toBe(true)
      for (const margin of [left, top, size - 1 - right]) expect(margin).toBeGreaterThanOrEqual(4 * module)
    }
  })

  it('refuses other sizes (A16)', () => {
    for (const size of [0, -1, 63, 1001, 1e9, 300.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => qrPng(address, size), String(size)).toThrow(RangeError)
    }
    expect(() => qrPng(address, '300;drop' as unknown as number)).toThrow(RangeError)
  })

  it('refuses a text with more modules than pixels, and one too long for any symbol', () => {
    expect(() => qrPng('a'.repeat(300), 64)).toThrow(/at least \d+ pixels/)
    expect(() => qrPng('a'.repeat(5000), 1000)).toThrow(RangeError)
  })

  it('can be decoded for texts of every kind and length', async () => {
    for (const text of [
      '1',
      '0123456789',
      '木材 Okoumé',
      'x'.repeat(100),
      'https://id.example.org/01/09506000134352/21/A1',
    ]) {
      expect((await decode(qrPng(text, 400))).data).toBe(text)
    }
  })

  it('is generated many times faster than by a common library, and is smaller', async () => {
    const rounds = { ours: 100, plain: 5 }
    const options = { width: 300, errorCorrectionLevel: 'M' } as const
    const text = (n: number) => traceAddress(site, String(n).padStart(20, 'A'))
    for (let n = 0; n < 20; n++) qrPng(text(n), 300)
    await QRCode.toBuffer(text(0), options)

    // The best of several rounds each, because of a busy machine.
    let ours = Number.POSITIVE_INFINITY
    let plain = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < 5; turn++) {
      let start = performance.now()
      for (let n = 0; n < rounds.ours; n++) qrPng(text(n), 300)
      ours = Math.min(ours, (performance.now() - start) / rounds.ours)
      start = performance.now()
      for (let n = 0; n < rounds.plain; n++) await QRCode.toBuffer(text(n), options)
      plain = Math.min(plain, (performance.now() - start) / rounds.plain)
    }

    console.log(
      `QR as PNG, 300 px: ${ours.toFixed(3)} ms, qrcode ${plain.toFixed(2)} ms, ${(plain / ours).toFixed(0)} times`,
    )
    expect(plain / ours).toBeGreaterThan(8)
    expect(qrPng(address, 300).length).toBeLessThan((await QRCode.toBuffer(address, options)).length)
  })
})

describe('a QR picture as SVG', () => {
  it('scales to any size and can be read', async () => {
    const svg = qrSvg(address)
    expect(svg).toContain('viewBox="0 0 37 37"')
    const read = await decode(await sharp(Buffer.from(svg), { density: 600 }).resize(500).png().toBuffer())
    expect(read.data).toBe(address)
  })

  it('has the requested size', () => {
    expect(qrSvg(address, 250)).toContain('width="250" height="250"')
  })
})

describe('a zip of labels (COD-08)', () => {
  it('contains one readable picture per code, named after it', async () => {
    const labels = Array.from({ length: 40 }, (_, n) => label(n))
    const files = unzipSync(await buffer(labelsZip(labels, { format: 'png', size: 200, publicUrl: site })))
    expect(Object.keys(files)).toEqual(labels.map(each => `${each.code}.png`))
    for (const each of labels.slice(0, 5)) {
      const read = await decode(Buffer.from(files[`${each.code}.png`]!))
      expect(read.data).toBe(traceAddress(site, each.code))
      expect(read.width).toBe(200)
    }
  })

  it('contains vector pictures on request, and codes with their own address keep it', async () => {
    const ownAddress = 'https://id.example.org/01/09506000134352/21/A1'
    const files = unzipSync(
      await buffer(labelsZip([{ ...label(1), address: ownAddress }], { format: 'svg', size: 300, publicUrl: site })),
    )
    const svg = Buffer.from(files[`${label(1).code}.svg`]!)
    expect((await decode(await sharp(svg).png().toBuffer())).data).toBe(ownAddress)
  })

  it('generates pictures only as fast as the reader consumes them, and stops when the reader leaves', async () => {
    let generated = 0
    let closed = false
    async function* many() {
      try {
        while (generated < 1000) yield label(generated++)
      } finally {
        closed = true
      }
    }
    const stream = labelsZip(many(), { format: 'png', size: 1000, publicUrl: site })
    for await (const _ of stream.iterator({ destroyOnReturn: false })) break
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(generated).toBeGreaterThan(0)
    expect(generated).toBeLessThan(200)
    stream.destroy()
    await new Promise(resolve => stream.once('close', resolve))
    expect(closed).toBe(true)
  })

  it('accepts 10,000 labels and refuses the next', async () => {
    expect(limits.labelsPerCall).toBe(10_000)
    const labels = Array.from({ length: limits.labelsPerCall + 1 }, (_, n) => label(n))
    const options = { format: 'png', size: 64, publicUrl: site } as const
    const zip = await buffer(labelsZip(labels.slice(0, -1), options))
    expect(Object.keys(unzipSync(zip))).toHaveLength(limits.labelsPerCall)
    await expect(buffer(labelsZip(labels, options))).rejects.toThrow(RangeError)
  })

  it('fails for a size out of range instead of ending early', async () => {
    await expect(buffer(labelsZip([label(1)], { format: 'png', size: 1001, publicUrl: site }))).rejects.toThrow(
      RangeError,
    )
    await expect(buffer(labelsZip([label(1)], { format: 'svg', size: 1001, publicUrl: site }))).rejects.toThrow(
      RangeError,
    )
  })

  it('has no file name by which unpacking could leave the folder or overwrite another file', async () => {
    const codes = ['../../etc/passwd', '..\\evil', 'C:\\x', 'a', 'A', '.hidden', '木-7', 'nul\u0000byte']
    const labels = codes.map(each => ({ code: each, lines: [] }))
    const names = Object.keys(unzipSync(await buffer(labelsZip(labels, { format: 'png', size: 200, publicUrl: site }))))
    expect(names).toHaveLength(codes.length)
    expect(new Set(names.map(name => name.toLowerCase())).size).toBe(codes.length)
    for (const name of names) expect(name).toMatch(/^[\p{L}\p{N}_-]+\.png$/u)
    expect(names).toContain('木-7.png')
  })
})
