/**
 * Makes a `libsqlite3.so.0` in which every call fails. The browser of `@sparticuz/chromium` brings the NSS libraries but not
 * SQLite, which their `libsoftokn3.so` is linked with: on a system without SQLite the browser ends at the first https page,
 * because NSS cannot be loaded. NSS itself does without a database (it falls back to none when none can be opened), so a
 * browser of the tests needs no SQLite, only a library of that name.
 *
 * The file is an ELF shared object for x86-64 (System V ABI, "Object Files" and "Dynamic Linking"): one segment with the
 * symbols and the code, one with what the loader writes to.
 */

/** Machine code: `mov eax, 1; ret`, SQLITE_ERROR. */
const returnError = [0xb8, 1, 0, 0, 0, 0xc3]
/** Machine code: `xor eax, eax; ret`, no value. */
const returnNothing = [0x31, 0xc0, 0xc3]
/** Functions that answer a value instead of a status. */
const answersValue = /^sqlite3_(column_|mprintf|free)/
/** The one variable of the interface that NSS reads. */
const isVariable = (name: string) => name === 'sqlite3_temp_directory'

const pageSize = 0x1000
const headerSize = 64
const programHeaderSize = 56
const symbolSize = 24

/** A buffer of 8-byte little-endian numbers. */
const words = (...values: number[]) => {
  const buffer = Buffer.alloc(values.length * 8)
  for (const [n, value] of values.entries()) buffer.writeBigUInt64LE(BigInt(value), n * 8)
  return buffer
}

/** Names of the functions of SQLite that a library calls, as its symbol table has them. */
export const findSqliteNames = (library: Buffer): string[] => [
  ...new Set(library.toString('latin1').match(/(?<=\0)sqlite3_\w+(?=\0)/g)),
]

/** @param names functions and variables that the library must have */
export function makeSqliteStub(names: readonly string[]): Buffer {
  const soName = 'libsqlite3.so.0'
  const strings = Buffer.from(`\0${[...names, soName].join('\0')}\0`)
  const offsetOf = (name: string) => strings.indexOf(`\0${name}\0`) + 1

  // One hash bucket whose chain leads through all symbols.
  const hashAt = headerSize + 4 * programHeaderSize
  const hash = Buffer.alloc((2 + 1 + names.length + 1) * 4)
  const chain = [0, ...names.map((_, n) => (n + 2) % (names.length + 1))]
  for (const [n, value] of [1, names.length + 1, 1, ...chain].entries()) hash.writeUInt32LE(value, n * 4)

  const symbolsAt = Math.ceil((hashAt + hash.length) / 8) * 8
  const stringsAt = symbolsAt + (names.length + 1) * symbolSize
  const errorAt = Math.ceil((stringsAt + strings.length) / 16) * 16
  const nothingAt = errorAt + 16
  const codeEnd = nothingAt + 16
  if (codeEnd > pageSize) throw new Error(`Too many names for one page: ${names.length}`)

  const hashTag = 4
  const stringTag = 5
  const symbolTag = 6
  const stringSizeTag = 10
  const symbolSizeTag = 11
  const soNameTag = 14
  const dynamic = words(
    ...[hashTag, hashAt, stringTag, stringsAt, symbolTag, symbolsAt, stringSizeTag, strings.length],
    ...[symbolSizeTag, symbolSize, soNameTag, offsetOf(soName), 0, 0],
  )
  const variableAt = pageSize + dynamic.length
  const file = Buffer.alloc(variableAt + 8)

  const symbols = names.map(name => {
    const symbol = Buffer.alloc(symbolSize)
    symbol.writeUInt32LE(offsetOf(name), 0)
    // Global; a variable or a function; defined in some section.
    symbol.writeUInt8(isVariable(name) ? 0x11 : 0x12, 4)
    symbol.writeUInt16LE(1, 6)
    const at = isVariable(name) ? variableAt : answersValue.test(name) ? nothingAt : errorAt
    words(at, 8).copy(symbol, 8)
    return symbol
  })

  /** Kind and rights (1 execute, 2 write, 4 read) of a part of the file, which is loaded where it lies. */
  const programHeader = (kind: number, rights: number, at: number, size: number, align: number) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(kind, 0)
    head.writeUInt32LE(rights, 4)
    return Buffer.concat([head, words(at, at, at, size, size, align)])
  }
  const load = 1
  const dynamicPart = 2
  const stack = 0x6474e551
  const header = Buffer.alloc(headerSize)
  // 64 bits, little-endian, version 1; a shared object for x86-64.
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  for (const [at, value] of [
    [16, 3],
    [18, 62],
    [20, 1],
    [52, headerSize],
    [54, programHeaderSize],
    [56, 4],
    [58, 64],
  ] as const)
    header.writeUInt16LE(value, at)
  words(headerSize).copy(header, 32)

  const parts: [number, Buffer][] = [
    [0, header],
    [
      headerSize,
      Buffer.concat([
        programHeader(load, 5, 0, codeEnd, pageSize),
        programHeader(load, 6, pageSize, file.length - pageSize, pageSize),
        programHeader(dynamicPart, 6, pageSize, dynamic.length, 8),
        programHeader(stack, 6, 0, 0, 16),
      ]),
    ],
    [hashAt, hash],
    [symbolsAt + symbolSize, Buffer.concat(symbols)],
    [stringsAt, strings],
    [errorAt, Buffer.from(returnError)],
    [nothingAt, Buffer.from(returnNothing)],
    [pageSize, dynamic],
  ]
  for (const [at, part] of parts) part.copy(file, at)
  return file
}
