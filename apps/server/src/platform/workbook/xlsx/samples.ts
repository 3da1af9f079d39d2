/** Workbooks for tests, assembled part by part, so that they can be wrong in ways no program would write. */
import { type Zippable, zipSync } from 'fflate'

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const rels = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Parts by path; text or bytes. */
export type Parts = Record<string, string | Uint8Array>

export function archive(parts: Parts, level: 0 | 6 = 6): Buffer {
  const files: Zippable = {}
  for (const [path, content] of Object.entries(parts))
    files[path] = [typeof content === 'string' ? Buffer.from(content) : content, { level }]
  return Buffer.from(zipSync(files))
}

/** The parts of a workbook with one sheet of these rows (XML inside `sheetData`), for tests to change. */
export function workbookParts(sheetData: string, sharedStrings = ''): Parts {
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${rels}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${rels}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${sharedStrings}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
  }
}

export function workbookOf(sheetData: string, sharedStrings = ''): Buffer {
  return archive(workbookParts(sheetData, sharedStrings))
}

/** A row of text cells in XML. */
export function textRow(number: number, ...texts: string[]): string {
  const cells = texts.map(
    (text, index) => `<c r="${String.fromCharCode(65 + index)}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
  )
  return `<row r="${number}">${cells.join('')}</row>`
}

/**
 * A workbook of Excel 97 to 2003: BIFF8 records ([MS-XLS]) in a compound file ([MS-CFB]) of one stream.
 *
 * @param rows texts and numbers, from row 1 and column A on
 */
export function legacyWorkbook(rows: readonly (readonly (string | number)[])[], streamName = 'Workbook'): Buffer {
  const record = (type: number, ...data: Buffer[]) => {
    const body = Buffer.concat(data)
    return Buffer.concat([u16(type, body.length), body])
  }
  const bof = (kind: number) => record(0x0809, u16(0x0600, kind, 0x0dbb, 0x07cc), u32(0), u32(6))
  const eof = record(0x000a)
  const boundSheet = (position: number) =>
    record(0x0085, u32(position), u16(0), Buffer.from([6, 0]), Buffer.from('Sheet1', 'latin1'))
  const start = bof(5)
  const head = start.length + boundSheet(0).length + eof.length
  const cells = rows.flatMap((row, y) =>
    row.map((value, x) => {
      if (typeof value === 'string')
        return record(0x0204, u16(y, x, 0, value.length), Buffer.from([1]), Buffer.from(value, 'utf16le'))
      const number = Buffer.alloc(8)
      number.writeDoubleLE(value)
      return record(0x0203, u16(y, x, 0), number)
    }),
  )
  const stream = Buffer.concat([start, boundSheet(head), eof, bof(0x10), ...cells, eof])
  return compoundFile(streamName, stream)
}

/** A compound file with one stream: header, one sector each of FAT and directory, then the stream. */
export function compoundFile(name: string, stream: Buffer): Buffer {
  const sectors = Math.max(8, Math.ceil(stream.length / 512)) // streams below 4096 bytes would live elsewhere
  const size = Math.max(4096, stream.length)
  const header = Buffer.alloc(512, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 24)
  u16(0x3e, 3, 0xfffe, 9, 6).copy(header, 24)
  header.fill(0, 34, 76)
  header.writeUInt32LE(1, 44) // FAT sectors
  header.writeUInt32LE(1, 48) // first directory sector
  header.writeUInt32LE(4096, 56)
  header.writeInt32LE(-2, 60)
  header.writeInt32LE(-2, 68)
  header.writeUInt32LE(0, 76) // the FAT is sector 0
  const fat = Buffer.alloc(512, 0xff)
  fat.writeInt32LE(-3, 0)
  fat.writeInt32LE(-2, 4)
  for (let n = 0; n < sectors; n++) fat.writeInt32LE(n === sectors - 1 ? -2 : n + 3, (n + 2) * 4)
  const directory = Buffer.alloc(512)
  directoryEntry('Root Entry', 5, -2, 0, 1).copy(directory)
  directoryEntry(name, 2, 2, size, -1).copy(directory, 128)
  return Buffer.concat([header, fat, directory, stream, Buffer.alloc(sectors * 512 - stream.length)])
}

function directoryEntry(name: string, type: number, start: number, size: number, child: number): Buffer {
  const entry = Buffer.alloc(128)
  entry.write(name, 0, 'utf16le')
  entry.writeUInt16LE(name.length * 2 + 2, 64)
  entry[66] = type
  entry[67] = 1
  entry.writeInt32LE(-1, 68)
  entry.writeInt32LE(-1, 72)
  entry.writeInt32LE(child, 76)
  entry.writeInt32LE(start, 116)
  entry.writeUInt32LE(size, 120)
  return entry
}

function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => {
    buffer.writeUInt16LE(value, index * 2)
  })
  return buffer
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}
