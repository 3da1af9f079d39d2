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

const pdfOf = (...parts: (string | Buffer)[]) =>
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
  pdfOf(stream(`/Type/ObjStm/N 1/First 4${filter}`, pack(Buffer.from(text))))
const script = '<</S/JavaScript/JS(app.alert(1))>>'

/** The line after the keyword ends as on old systems, which many readers take. */
const bareReturn = (pdf: Buffer) => Buffer.from(pdf.toString('latin1').replace('stream\n', 'stream\r'), 'latin1')
/** Each byte as its difference from the one before (7.4.4.4, the filter `Sub` of PNG). */
const differences = (bytes: Buffer) =>
  deflateSync(Buffer.from([1, ...bytes.map((byte, at) => (byte - (bytes[at - 1] ?? 0)) & 255)]))
const predicted = '/Filter/FlateDecode/DecodeParms<</Predictor 11/Columns 40>>'
const twice = '/Filter[/FlateDecode/ASCIIHexDecode]'

test.each([
  ['one that opens with a script', pdfOf(`5 0 obj<</OpenAction ${script}>>endobj`)],
  ['a script by a written-out name', pdfOf('5 0 obj<</S/J#61vaScript/JS(x)>>endobj')],
  ['a script by capital digits', pdfOf('5 0 obj<</S/#4A#61va#53cript/JS(x)>>endobj')],
  ['one that starts a program', pdfOf('5 0 obj<</S/Launch/F(cmd.exe)>>endobj')],
  ['a script behind a comment that looks like a stream', pdfOf(`% stream\n5 0 obj${script}endobj\n% endstream\n`)],
  ['a script in a packed object', objects(`5 0 ${script}`)],
  [
    'packed objects by a written-out name',
    pdfOf(stream('/Type/Obj#53tm/Filter/FlateDecode', deflateSync(Buffer.from(script)))),
  ],
  ['packed objects that nobody can read', objects(script, deflateRawSync)],
  ['packed objects in two wrappings', objects('3C3C', bytes => bytes, '/Filter[/ASCIIHexDecode/FlateDecode]')],
  [
    'a form with a script in its markup',
    pdfOf(
      stream(
        '/Filter/FlateDecode',
        deflateSync(Buffer.from('<xdp><script contentType="application/x-javascript">1</script></xdp>')),
      ),
    ),
  ],
  ['a stream that begins after a carriage return alone', bareReturn(objects(`5 0 ${script}`))],
  ['packed objects whose bytes are differences', objects(`5 0 ${script}`, differences, predicted)],
  [
    'packed objects in two wrappings, the known one outside',
    objects('', () => deflateSync(Buffer.from(`${Buffer.from(`5 0 ${script}`).toString('hex')}>`)), twice),
  ],
  [
    'packed objects whose kind stands before a word that looks like the beginning of an object',
    pdfOf(stream(`/Type/ObjStm/N 1/First 4/X(obj)${predicted}`, differences(Buffer.from(script)))),
  ],
  [
    'packed objects whose kind stands far before their stream',
    pdfOf(stream(`/Type/ObjStm/N 1/First 4${' '.repeat(5000)}${predicted}`, differences(Buffer.from(script)))),
  ],
  [
    'a script in a stream that says nothing of objects',
    pdfOf(stream('/Filter/FlateDecode', deflateSync(Buffer.from(script)))),
  ],
  [
    'a form with a script in markup that is not packed',
    pdfOf('5 0 obj<</XFA 9 0 R>>endobj', ' '.repeat(3000), stream('', Buffer.from('<xdp><script>1</script></xdp>'))),
  ],
  [
    'a form whose script has a name of its own kind',
    pdfOf(stream('/Filter/FlateDecode', deflateSync(Buffer.from('\ufeff<xdp:xdp><t:script>1</t:script></xdp:xdp>')))),
  ],
])('refuses %s', (_title, pdf) => {
  expect(refusal(pdf)).toBe('scripted')
})

test('takes a document with links, an opening view, packed objects and pictures', async () => {
  const document = new PDFDocument()
  document.text('JavaScript and /Launch in the text', { link: 'https://example.org' })
  document.end()
  expect(refusal(await buffer(document))).toBeUndefined()
  expect(refusal(pdfOf('5 0 obj<</OpenAction[3 0 R/Fit]/Names<</JavaScripts 1>>>>endobj'))).toBeUndefined()
  expect(refusal(objects('5 0 <</Type/Page>>'))).toBeUndefined()
  expect(refusal(objects('5 0 <</Type/Page>>', deflateSync, '/Filter [ /FlateDecode ]'))).toBeUndefined()
  // The cross-reference table is nearly always stored as differences.
  expect(refusal(pdfOf(stream(`/Type/XRef${predicted}`, differences(Buffer.from('table')))))).toBeUndefined()
  expect(refusal(pdfOf(stream('/Subtype/Image/Filter/DCTDecode', Buffer.from('\x78\xffnoise'))))).toBeUndefined()
})

test('refuses one that unpacks to more than can be looked into', () => {
  expect(refusal(pdfOf(stream('/Filter/FlateDecode', deflateSync(Buffer.alloc(60 * 1024 * 1024)))))).toBe('broken')
})

/** An upload must not block the server for everybody: the first of these took minutes. */
test('reads a file once, whatever it is full of', () => {
  const bomb = deflateSync(Buffer.alloc(20 * 1024 * 1024))
  bomb.fill(7, bomb.length - 4)
  for (const [title, part, times] of [
    ['beginnings of streams', Buffer.from('stream\n'), 90_000],
    ['beginnings of markup', Buffer.from('stream\n<a'), 1_000_000],
    ['streams that fail after inflating much', stream('', bomb), 200],
  ] as const) {
    const before = performance.now()
    refusal(pdfOf(Buffer.concat(Array.from({ length: times }, () => part))))
    expect(performance.now() - before, title).toBeLessThan(10_000)
  }
})
