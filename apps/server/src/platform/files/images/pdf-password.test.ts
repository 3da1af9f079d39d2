import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { FileRefused, inspectFile } from './images.ts'
import { opensWith } from './pdf-password.ts'

type Version = '1.3' | '1.4' | '1.7' | '1.7ext3'

async function pdf(options: { userPassword?: string; ownerPassword?: string; pdfVersion: Version }): Promise<Buffer> {
  // Text only: packed objects of an encrypted document cannot be looked into.
  const document = new PDFDocument(options)
  document.text('Felling permit')
  document.end()
  return buffer(document)
}

function refusal(content: Buffer): string | undefined {
  try {
    inspectFile(content, ['pdf'])
    return undefined
  } catch (error) {
    return error instanceof FileRefused ? error.key : String(error)
  }
}

describe('a PDF with a password', () => {
  // RC4 with 40 and 128 bits, AES with 128 and 256.
  test.each(['1.3', '1.4', '1.7', '1.7ext3'] as const)(
    'of version %s is refused when it is needed to open',
    async pdfVersion => {
      const locked = await pdf({ userPassword: 'secret', ownerPassword: 'other', pdfVersion })
      expect(refusal(locked)).toBe('fileLocked')
      expect(opensWith(locked.toString('latin1'), Buffer.from('secret'))).toBe(true)
      // What only restricts printing opens for everybody.
      expect(refusal(await pdf({ ownerPassword: 'other', pdfVersion }))).toBeUndefined()
      expect(refusal(await pdf({ pdfVersion }))).toBeUndefined()
    },
  )

  test('of the newest kind is refused too', async () => {
    const file = await readFile(join(import.meta.dirname, '../../../../test/real-inputs/enc-user.pdf'))
    expect(refusal(file)).toBe('fileLocked')
    expect(opensWith(file.toString('latin1'), Buffer.from('user'))).toBe(true)
    expect(opensWith(file.toString('latin1'), Buffer.from('users'))).toBe(false)
  })

  test('whose encryption cannot be understood is refused', async () => {
    const text = (await pdf({ ownerPassword: 'other', pdfVersion: '1.7' })).toString('latin1')
    for (const [from, to] of [
      [/\/Filter \/Standard/, '/Filter /Adobe.PubSec'],
      [/\/Encrypt \d+ 0 R/, '/Encrypt 99 0 R'],
      [/\/R 4/, '/Q 4'],
    ] as const) {
      expect(text).toMatch(from)
      expect(refusal(Buffer.from(text.replace(from, to), 'latin1')), to).toBe('fileLocked')
    }
  })
})

describe('what stands around a PDF', () => {
  test('as real producers write it does no harm', async () => {
    const plain = await pdf({ pdfVersion: '1.4' })
    const around = (before: string, after = '') =>
      Buffer.concat([Buffer.from(before, 'latin1'), plain, Buffer.from(after, 'latin1')])
    for (const content of [
      around('\xef\xbb\xbf\r\n\r\n'),
      around('\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n', '\x1b%-12345X@PJL EOJ\r\n'),
      around('Content-Type: application/pdf\r\nContent-Length: 1200\r\n\r\n'),
      around(' '.repeat(1000)),
      around('', '\0'.repeat(8000)),
      around('', '\r\n\r\n\x1a'),
      Buffer.from(plain.toString('latin1').replace('%PDF-1.4', '%!PS-Adobe-3.0 PDF-1.4'), 'latin1'),
    ])
      expect(refusal(content), content.toString('latin1', 0, 40)).toBeUndefined()
  })

  test('is refused when a browser could open it, or no reader would find the document', async () => {
    const plain = await pdf({ pdfVersion: '1.4' })
    for (const before of ['<html><script>alert(1)</script>', '<svg xmlns="x">', '<!doctype html>', ' '.repeat(1100)])
      expect(refusal(Buffer.concat([Buffer.from(before), plain])), before).toBeDefined()
    expect(refusal(plain.subarray(0, plain.length - 200))).toBe('fileBroken')
  })
})

test('a picture in the format of some phones is named, whatever its name says', async () => {
  const heic = await readFile(join(import.meta.dirname, '../../../../test/real-inputs/heic-named.jpg'))
  expect(() => inspectFile(heic, ['jpg', 'png'])).toThrow(expect.objectContaining({ key: 'fileHeic' }))
  const cut = await readFile(join(import.meta.dirname, '../../../../test/real-inputs/cut.jpg'))
  expect(() => inspectFile(cut, ['jpg', 'png'])).toThrow(expect.objectContaining({ key: 'fileBroken' }))
})
