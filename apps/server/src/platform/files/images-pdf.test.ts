import { buffer } from 'node:stream/consumers'
import { deflateRawSync, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { type FileRefusal, FileRefused, inspectFile } from './images.ts'

function refusal(pdf: Buffer): FileRefusal | undefined {
  try {
    inspectFile(pdf, ['pdf'])
    return undefined
  } catch (error) {
    if (error instanceof FileRefused) return error.reason
    throw error
  }
}

const whole = (...parts: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'),
    ...parts.map(part => Buffer.from(part as string)),
    Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ])
const stream = (dictionary: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`9 0 obj<<${dictionary}/Length ${content.length}>>stream\n`),
    content,
    Buffer.from('\nendstream endobj\n'),
  ])
const objects = (text: string, pack: (bytes: Buffer) => Buffer = deflateSync, filter = '/Filter/FlateDecode') =>
  whole(stream(`/Type/ObjStm/N 1/First 4${filter}`, pack(Buffer.from(text))))
const script = '<</S/JavaScript/JS(app.alert(1))>>'

test.each([
  ['one that opens with a script', whole(`5 0 obj<</OpenAction ${script}>>endobj`)],
  ['a script by a written-out name', whole('5 0 obj<</S/J#61vaScript/JS(x)>>endobj')],
  ['a script by capital digits', whole('5 0 obj<</S/#4A#61va#53cript/JS(x)>>endobj')],
  ['one that starts a program', whole('5 0 obj<</S/Launch/F(cmd.exe)>>endobj')],
  ['a script behind a comment that looks like a stream', whole(`% stream\n5 0 obj${script}endobj\n% endstream\n`)],
  ['a script in a packed object', objects(`5 0 ${script}`)],
  [
    'packed objects by a written-out name',
    whole(stream('/Type/Obj#53tm/Filter/FlateDecode', deflateSync(Buffer.from(script)))),
  ],
  ['packed objects that nobody can read', objects(script, deflateRawSync)],
  ['packed objects in two wrappings', objects('3C3C', bytes => bytes, '/Filter[/ASCIIHexDecode/FlateDecode]')],
  [
    'a form with a script in its markup',
    whole(
      stream(
        '/Filter/FlateDecode',
        deflateSync(Buffer.from('<xdp><script contentType="application/x-javascript">1</script></xdp>')),
      ),
    ),
  ],
])('refuses %s', (_title, pdf) => {
  expect(refusal(pdf)).toBe('scripted')
})

test('takes a document with links, an opening view, packed objects and pictures', async () => {
  const made = new PDFDocument()
  made.text('JavaScript and /Launch in the text', { link: 'https://example.org' })
  made.end()
  expect(refusal(await buffer(made))).toBeUndefined()
  expect(refusal(whole('5 0 obj<</OpenAction[3 0 R/Fit]/Names<</JavaScripts 1>>>>endobj'))).toBeUndefined()
  expect(refusal(objects('5 0 <</Type/Page>>'))).toBeUndefined()
  expect(refusal(whole(stream('/Subtype/Image/Filter/DCTDecode', Buffer.from('\x78\xffnoise'))))).toBeUndefined()
})

test('refuses one that unpacks to more than can be looked into', () => {
  expect(refusal(whole(stream('/Filter/FlateDecode', deflateSync(Buffer.alloc(60 * 1024 * 1024)))))).toBe('broken')
})
