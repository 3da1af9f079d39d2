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

const weekdays = [
  'sunday sun dimanche dim 星期日 星期天 周日 週日 礼拜日 礼拜天',
  'monday mon lundi lun 星期一 周一 週一 礼拜一',
  'tuesday tues tue mardi mar 星期二 周二 週二 礼拜二',
  'wednesday wed mercredi mer 星期三 周三 週三 礼拜三',
  'thursday thurs thur thu jeudi jeu 星期四 周四 週四 礼拜四',
  'friday fri vendredi ven 星期五 周五 週五 礼拜五',
  'saturday sat samedi sam 星期六 周六 週六 礼拜六',
]

const weekdayByName = new Map(weekdays.flatMap((line, day) => line.split(' ').map(name => [name, day] as const)))

/** The number of the weekday that a word names, Sunday being 0; undefined for another word. */
export const weekdayOf = (word: string): number | undefined => weekdayByName.get(word.toLowerCase())

/** The number of the month that a word names, whatever its case and accents; undefined for another word. */
export function monthOf(word: string): number | undefined {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return byName.get(plain)
}
