import type { Language } from '@timbermark/contract'

/** Provinces of China by the first two characters of their names, which are unique. */
const latin = new Map(
  `北京 Beijing|天津 Tianjin|上海 Shanghai|重庆 Chongqing|河北 Hebei|山西 Shanxi|内蒙 Inner Mongolia|辽宁 Liaoning|吉林 Jilin|黑龙 Heilongjiang|江苏 Jiangsu|浙江 Zhejiang|安徽 Anhui|福建 Fujian|江西 Jiangxi|山东 Shandong|河南 Henan|湖北 Hubei|湖南 Hunan|广东 Guangdong|广西 Guangxi|海南 Hainan|四川 Sichuan|贵州 Guizhou|云南 Yunnan|西藏 Tibet|陕西 Shaanxi|甘肃 Gansu|青海 Qinghai|宁夏 Ningxia|新疆 Xinjiang|台湾 Taiwan|香港 Hong Kong|澳门 Macao`
    .split('|')
    .map(entry => [entry.slice(0, 2), entry.slice(entry.indexOf(' ') + 1)] as const),
)

/** Provinces with a French name of their own. */
const french = new Map([
  ['Beijing', 'Pékin'],
  ['Inner Mongolia', 'Mongolie-Intérieure'],
])

/** The name of a province in the reader's language; unknown names stay unchanged. */
export function provinceName(name: string, language: Language): string {
  if (language === 'zh') return name
  const latinName = latin.get(name.slice(0, 2))
  return (language === 'fr' && latinName && french.get(latinName)) || (latinName ?? name)
}
