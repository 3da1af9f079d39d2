import type { citesGoods as english } from '../en/cites-goods.ts'

/** CITES 注释所涉货物的说明，仅服务器使用。 */
export const citesGoods = {
  'material.covers.all': '任何形态的木材',
  'material.covers.4': '任何形态的木材；种子和活体植物除外',
  'material.covers.5': '原木、锯材和单板',
  'material.covers.6': '原木、锯材、单板和胶合板',
  'material.covers.7': '原木、木片、粉末和提取物',
  'material.covers.10': '原木、锯材、单板和未完工的琴弓部件',
  'material.covers.15': '任何形态的木材；每批不超过 10 公斤的成品和乐器除外',
  'material.covers.17': '原木、锯材、单板、胶合板和加工木材（品目 4409）',
} as const satisfies Record<keyof typeof english, string>
