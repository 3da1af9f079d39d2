import type { StageKey } from '@timbermark/contract'
import type { Scene } from './pictures.ts'
import type { woods } from './story.ts'

type Wood = keyof typeof woods

/** The partners and departments of one demonstration enterprise; the names are plainly fictitious. */
interface Business {
  /** Name that its users appear under. */
  desk: string
  departments: readonly string[]
  posts: readonly (readonly [code: string, name: string])[]
  /** Names of the dealer levels one and two. */
  levels: readonly [string, string]
  /** Dealers; `above` is the index in this list of the dealer that a level-two dealer buys from. */
  dealers: readonly {
    name: string
    above?: number
    address: string
    place: readonly [longitude: string, latitude: string]
  }[]
  storeName: (dealer: string) => string
  customers: readonly string[]
  suppliers: readonly string[]
  parameters: readonly { stage: StageKey; name: string; values: Record<string, unknown> }[]
}

const owendoNingbo = {
  departureCountry: 'GA',
  departurePort: 'Owendo',
  destinationCountry: 'CN',
  destinationPort: 'Ningbo',
  carrierName: 'Demo Ocean Line',
}

export const businesses: Readonly<Record<string, Business>> = {
  'DEMO-GABON': {
    desk: 'Bureau démo',
    departments: ['Forêt', 'Scierie', 'Export'],
    posts: [
      ['CHEF-CHANTIER', 'Chef de chantier'],
      ['CUBEUR', 'Cubeur'],
      ['TRANSIT', 'Agent de transit'],
    ],
    levels: ['Distributeur principal', 'Distributeur local'],
    dealers: [
      { name: 'Démo Bois Libreville', address: 'Quartier démo, Libreville', place: ['9.454400', '0.390100'] },
      { name: 'Démo Bois Douala', address: 'Quartier démo, Douala', place: ['9.704300', '4.048300'] },
      { name: 'Démo Menuiserie Owendo', above: 0, address: 'Zone démo, Owendo', place: ['9.500600', '0.300500'] },
    ],
    storeName: dealer => `Dépôt ${dealer}`,
    customers: ['Client démo Le Havre', 'Client démo Anvers', '示例木业（浙江）'],
    suppliers: ['Concession démo Ogooué', 'Exploitant démo Ngounié'],
    parameters: [
      {
        stage: 'seaShipping',
        name: 'Owendo – Ningbo',
        values: owendoNingbo,
      },
    ],
  },
  'DEMO-ZHEJIANG': {
    desk: '示例业务部',
    departments: ['采购部', '生产部', '仓储部', '销售部'],
    posts: [
      ['GM', '总经理'],
      ['BUYER', '采购专员'],
      ['STORE-KEEPER', '仓库管理员'],
      ['QC', '质检员'],
    ],
    levels: ['一级经销商', '二级经销商'],
    dealers: [
      { name: '示例经销商（杭州）', address: '浙江省杭州市示例路1号', place: ['120.155100', '30.274100'] },
      { name: '示例经销商（上海）', address: '上海市示例路2号', place: ['121.473700', '31.230400'] },
      { name: '示例经销商（苏州）', above: 1, address: '江苏省苏州市示例路3号', place: ['120.585300', '31.298900'] },
      { name: '示例经销商（广州）', address: '广东省广州市示例路4号', place: ['113.264400', '23.129100'] },
    ],
    storeName: dealer => `${dealer}门店`,
    customers: ['示例装饰公司', '示例家居卖场', '示例地产公司'],
    suppliers: ['Demo Okoumé Export (Gabon)', '示例五金供应商', '示例油漆供应商'],
    parameters: [
      {
        stage: 'seaShipping',
        name: '奥文多—宁波',
        values: owendoNingbo,
      },
    ],
  },
}

interface Listing {
  tenant: string
  status: 'pending' | 'onShelf' | 'offShelf'
  wood: Wood
  scene: Scene
  daysAgo: number
  kind: 'supply' | 'purchase'
  goodsName: string
  quantity: number
  unit: 'cubicMeter' | 'ton' | 'root'
  thickness?: string
  length?: string
  width?: string
  origin: string
  /** In yuan. */
  expectedPrice: string
  contactPhone: string
  remark: string
}

export const listings: readonly Listing[] = [
  {
    tenant: 'DEMO-GABON',
    status: 'onShelf',
    wood: 'okoume',
    scene: 'planks',
    daysAgo: 12,
    kind: 'supply',
    goodsName: 'Okoumé scié, séché 12 %',
    quantity: 240,
    unit: 'cubicMeter',
    thickness: '27',
    length: '2100',
    width: '150',
    origin: 'GA',
    expectedPrice: '3280.00',
    contactPhone: '+24100000000',
    remark: 'Choix FAS, séché à 12 %, départ Owendo.',
  },
  {
    tenant: 'DEMO-GABON',
    status: 'onShelf',
    wood: 'padouk',
    scene: 'logs',
    daysAgo: 5,
    kind: 'supply',
    goodsName: 'Grumes de padouk',
    quantity: 60,
    unit: 'root',
    origin: 'GA',
    expectedPrice: '5200.00',
    contactPhone: '+24100000000',
    remark: 'Grumes marquées et cubées, diamètre moyen 78 cm.',
  },
  {
    tenant: 'DEMO-GABON',
    status: 'pending',
    wood: 'iroko',
    scene: 'planks',
    daysAgo: 0,
    kind: 'supply',
    goodsName: 'Iroko scié avivé',
    quantity: 85,
    unit: 'cubicMeter',
    thickness: '40',
    length: '3000',
    width: '180',
    origin: 'GA',
    expectedPrice: '4650.00',
    contactPhone: '+24100000000',
    remark: 'Premier choix, en attente de contrôle par la plateforme.',
  },
  {
    tenant: 'DEMO-ZHEJIANG',
    status: 'onShelf',
    wood: 'sapelli',
    scene: 'planks',
    daysAgo: 8,
    kind: 'purchase',
    goodsName: '沙比利板材',
    quantity: 120,
    unit: 'cubicMeter',
    thickness: '52',
    length: '2500',
    width: '200',
    origin: 'CM',
    expectedPrice: '4980.00',
    contactPhone: '+8657100000000',
    remark: '一级材，含水率12%以下，需提供采伐许可证与植物检疫证书。',
  },
  {
    tenant: 'DEMO-ZHEJIANG',
    status: 'offShelf',
    wood: 'okoume',
    scene: 'product',
    daysAgo: 40,
    kind: 'supply',
    goodsName: '奥古曼多层实木地板',
    quantity: 300,
    unit: 'cubicMeter',
    thickness: '15',
    length: '1200',
    width: '150',
    origin: 'CN',
    expectedPrice: '6800.00',
    contactPhone: '+8657100000000',
    remark: '本批已售完，补货后重新上架。',
  },
]

export const servicePhone = '400-000-0000'

export const notices = [
  {
    title: '欢迎使用木材追溯平台 / Bienvenue / Welcome',
    type: '2',
    content:
      '<p>演示数据均为虚构。</p><p>Toutes les données de démonstration sont fictives.</p><p>All data of the demonstration are fictitious.</p>',
  },
  {
    title: '周日 02:00 系统维护 / Maintenance dimanche 02:00',
    type: '1',
    content:
      '<p>维护期间手机端可离线填报，恢复后自动上传。</p><p>Pendant la maintenance, le téléphone garde les déclarations et les envoie ensuite.</p>',
  },
] as const

export const newsCategories = ['行业动态', '政策法规', '价格行情'] as const

export const articles: readonly {
  title: string
  category: number
  scene: Scene
  wood: Wood
  clicks: number
  content: string
}[] = [
  {
    title: '示例：加蓬锯材到港，首批带追溯码',
    category: 0,
    scene: 'port',
    wood: 'okoume',
    clicks: 326,
    content:
      '<p>示例文章：首批带追溯码的奥古曼锯材运抵口岸，每一捆都可以查询从林班到装船的记录。</p><p>买家用手机扫描标签即可核对防伪码，浏览器会自行验证记录是否被改动。</p>',
  },
  {
    title: '示例：进口木材需要哪些单证',
    category: 1,
    scene: 'customs',
    wood: 'sapelli',
    clicks: 518,
    content: '<p>示例文章：采伐许可、原产地证书、植物检疫证书与报关单各有用途，平台把它们与环节记录放在一起。</p>',
  },
  {
    title: '示例：本月锯材行情一览',
    category: 2,
    scene: 'warehouse',
    wood: 'padouk',
    clicks: 204,
    content: '<p>示例文章：演示用行情，不构成任何报价。</p>',
  },
  {
    title: '示例：草稿文章（尚未发布）',
    category: 0,
    scene: 'forest',
    wood: 'iroko',
    clicks: 0,
    content: '<p>示例文章：这是一篇尚未发布的草稿。</p>',
  },
]

export const banners: readonly {
  group: 'appHome' | 'tradeHome' | 'newsHome'
  sequence: number
  scene: Scene
  wood: Wood
}[] = [
  { group: 'appHome', sequence: 1, scene: 'forest', wood: 'okoume' },
  { group: 'appHome', sequence: 2, scene: 'ship', wood: 'okoume' },
  { group: 'tradeHome', sequence: 1, scene: 'planks', wood: 'sapelli' },
  { group: 'newsHome', sequence: 1, scene: 'port', wood: 'padouk' },
]
