/** Names of the months as people write them in English and French, full and short, without accents. */
const names = [
  'january janvier jan janv',
  'february fevrier feb fev fevr',
  'march mars mar',
  'april avril apr avr',
  'may mai',
  'june juin jun',
  'july juillet jul juil',
  'august aout aug',
  'september septembre sep sept',
  'october octobre oct',
  'november novembre nov',
  'december decembre dec',
]

const byName = new Map(names.flatMap((line, month) => line.split(' ').map(name => [name, month + 1] as const)))

/** The number of the month that a word names, whatever its case and accents; undefined for another word. */
export function monthOf(word: string): number | undefined {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return byName.get(plain)
}
