/** Compound files ([MS-CFB]), the container of doc, xls and ppt: the names in their top folder. */
import { FileRefused } from './file-refused.ts'

interface Entry {
  name: string
  storage: boolean
  left: number
  right: number
  child: number
}

const none = 0xffff_fff0 // and above: special values instead of sectors and entries
const entrySize = 128

/**
 * Names in a compound file: those at its top level, and those of folders at any level.
 * @throws FileRefused `broken`
 */
export function readCompoundNames(bytes: Buffer): { top: Set<string>; storages: Set<string> } {
  if (bytes.length < 1024) throw broken('too short')
  const shift = bytes.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw broken('unknown sector size')
  const entries = readDirectory(bytes, 2 ** shift)
  const root = entries[0]
  if (!root) throw broken('no top folder')
  const top = new Set<string>()
  const seen = new Set<number>()
  const open = [root.child]
  while (open.length > 0) {
    const index = open.pop()!
    const entry = entries[index]
    if (!entry || seen.has(index)) continue
    seen.add(index)
    top.add(entry.name)
    open.push(entry.left, entry.right)
  }
  return { top, storages: new Set(entries.filter(entry => entry.storage).map(entry => entry.name)) }
}

function readDirectory(bytes: Buffer, sectorSize: number): Entry[] {
  const next = allocation(bytes, sectorSize)
  const entries: Entry[] = []
  const seen = new Set<number>()
  for (let sector = bytes.readUInt32LE(48); sector < none; sector = next(sector)) {
    if (seen.has(sector)) throw broken('its directory runs in a circle')
    seen.add(sector)
    const start = (sector + 1) * sectorSize
    if (start + sectorSize > bytes.length) throw broken('its directory is cut')
    for (let at = start; at < start + sectorSize; at += entrySize) {
      const length = Math.min(62, Math.max(0, bytes.readUInt16LE(at + 64) - 2))
      entries.push({
        name: bytes.toString('utf16le', at, at + length),
        storage: bytes[at + 66] === 1,
        left: bytes.readUInt32LE(at + 68),
        right: bytes.readUInt32LE(at + 72),
        child: bytes.readUInt32LE(at + 76),
      })
    }
  }
  return entries
}

/** @returns a function from a sector to the next one, by the file allocation table (sections 2.3 and 2.5) */
function allocation(bytes: Buffer, sectorSize: number): (sector: number) => number {
  const perSector = sectorSize / 4
  const tables: number[] = []
  for (let n = 0; n < 109; n++) tables.push(bytes.readUInt32LE(76 + n * 4))
  const seen = new Set<number>()
  let more = bytes.readUInt32LE(68)
  while (more < none) {
    const start = (more + 1) * sectorSize
    if (seen.has(more) || start + sectorSize > bytes.length) throw broken('its table of tables is cut')
    seen.add(more)
    for (let n = 0; n < perSector - 1; n++) tables.push(bytes.readUInt32LE(start + n * 4))
    more = bytes.readUInt32LE(start + sectorSize - 4)
  }
  return sector => {
    const table = tables[Math.floor(sector / perSector)]
    const at = table === undefined || table >= none ? -1 : (table + 1) * sectorSize + (sector % perSector) * 4
    if (at < 0 || at + 4 > bytes.length) throw broken('its allocation table is cut')
    return bytes.readUInt32LE(at)
  }
}

function broken(why: string): FileRefused {
  return new FileRefused('broken', `The compound file is damaged: ${why}`)
}
