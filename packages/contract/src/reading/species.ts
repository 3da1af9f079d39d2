import { treeSpecies } from '../stage/species.ts'
import { type Answer, type Cell, writeCell } from './cell.ts'
import { type Choices, readChoice } from './choice.ts'
import { storedName } from './name-key.ts'

/**
 * Names of the delivered species beside their labels: pilot names (ATIBT), names of the producing countries, former
 * scientific names. A name that several timbers of the list share is left out.
 */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  OKO: ['Okoume', 'Angouma', 'Gaboon', 'Gaboon mahogany', '加蓬榄', '奥克榄'],
  SAP: ['Sapele', 'Aboudikro', '筒状非洲楝', '沙贝利'],
  PAD: ['Padouk', 'Padauk', "Padouk d'Afrique", 'Corail', '非洲紫檀', '红花梨'],
  IRO: ['Kambala', 'Mvule', 'Chlorophora excelsa', 'Abang', '绿柄桑'],
  AFR: ['Assamela', 'Kokrodua', 'Obang'],
  AZO: ['Bongossi', 'Ekki', 'Akoga'],
  BUB: ['Kevazingo', 'Waka', 'Essingang', '布宾加', '巴花'],
  DOU: ['Afzelia', 'Lingué', 'Apa', '缅茄'],
  KOS: ['Kossipo', 'Heavy sapele'],
  MOA: ['Moabi', 'Djave', 'Mimusops djave'],
  MOV: ['Ayan', 'Movingui jaune', '阿言木'],
  NIA: ['Niangon', 'Tarrietia utilis', 'Ogoué'],
  OVE: ['Ovangkol', 'Ovengkol', 'Amazakoué', 'Amazoué', 'Mozambique (Gabon)'],
  SIP: ['Utile', 'Assié'],
  TAL: ['Missanda', 'Erythrophleum suaveolens', 'Sasswood', 'Eloun'],
  TIA: ['Gedu nohor', 'Edinam'],
  WEN: ['Wenge', 'Awong', '鸡翅木'],
  ZIN: ['Zebrano', 'Zebrawood', 'Zingana'],
  BIL: ['Opepe', 'Badi', 'Sarcocephalus diderrichii'],
  BEL: ['Awoura', 'Beli', 'Paraberlinia bifoliolata'],
  DAB: ['Dahoma', 'Toum', 'Atui'],
  ACA: ['Khaya', 'Acajou', "Acajou d'Afrique", 'African mahogany', 'Ngollon', '卡雅楝'],
  AYO: ['Obeche', 'Samba', 'Wawa', '白梧桐'],
  LIM: ['Fraké', 'Afara', 'Ofram', 'Akom', '艳丽榄仁'],
  FRM: ['Idigbo', 'Emeri', 'Black afara'],
  ILO: ['Pycnanthus', 'Eteng', 'Calabo'],
  OZI: ['Assia', 'Igaganga'],
  DIB: ['Dibetou', 'African walnut', 'Bibolo'],
  OKA: ['Denya', 'Adoum', 'Okan'],
  MUK: ['Mukulungu', 'Elang', 'Autracon'],
  PAO: ['Pao rosa', 'Swartzia fistuloides', 'Dina'],
  EBN: ['Ébène', 'Ebony', 'Evila', '乌木'],
  TEA: ['Teck', 'Teak'],
  MER: ['Ipil', 'Kwila', '印茄木', '菠萝格'],
  RUB: ['Rubber wood', 'Parawood', 'Hevea', '橡胶树'],
  EUC: ['Rose gum', 'Eucalyptus'],
  OAK: ['Oak', 'English oak', 'Chêne', '夏栎'],
  BEE: ['Beech', 'Hêtre', '水青冈'],
  ASH: ['Ash', 'Frêne'],
  BIR: ['Birch', 'Bouleau', 'Betula verrucosa'],
  MAP: ['Sugar maple', 'Rock maple', 'Érable', '糖枫'],
  WAL: ['Black walnut', 'American walnut', "Noyer d'Amérique"],
  CHE: ['American cherry', "Cerisier d'Amérique", 'Merisier d’Amérique'],
  PIN: ['Redwood (European)', 'Pin'],
  RAD: ['Monterey pine', 'Pin radiata'],
  LAR: ['Larix dahurica', '落叶松'],
  SPR: ['Spruce', 'Whitewood', 'Épicéa commun'],
  DGL: ['Oregon pine', 'Pseudotsuga douglasii', '北美黄杉'],
  FIR: ['China fir', 'Cunninghamia'],
}

/** What a label names: the whole, and the parts before and in brackets. */
export function partsOfLabel(label: string): string[] {
  const [, before, within] = /^(.+?) ?[(（](.+)[)）]$/.exec(label) ?? []
  return before === undefined ? [label] : [label, before, within!]
}

/** Further names of the delivered species, as pairs of value and name. */
export function speciesNames(): [value: string, name: string][] {
  return [
    ...treeSpecies.map(({ value, latin }): [string, string] => [value, latin.join(' ')]),
    ...Object.entries(otherNames).flatMap(([value, names]) => names.map((name): [string, string] => [value, name])),
  ]
}

/** Reads a species by its code, its label in any language, its scientific name with or without the author, or another name. */
export function readSpecies<V>(cell: Cell, choices: Choices<V>, separator?: string): Answer<V> {
  const answer = readChoice(cell, choices, { ...(separator && { separator }) })
  if (!('fault' in answer) || cell.is !== 'text') return answer
  const [genus, species, ...author] = storedName(writeCell(cell)).split(' ')
  if (author.length === 0) return answer
  const match = choices.names.find(`${genus} ${species}`)
  return match.length === 1 ? { value: match[0]! } : answer
}
