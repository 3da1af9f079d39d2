import type { StageKey, Texts } from '@timbermark/contract'
import type { Scene } from './pictures.ts'

/** Wood of the demonstration: real species, plainly fictitious parties and documents. */
export interface Wood {
  species: string
  latin: readonly [genus: string, species: string]
  chinese: string
  trade: string
  color: readonly [number, number, number]
}

export const woods = {
  okoume: {
    species: 'OKO',
    latin: ['Aucoumea', 'klaineana'],
    chinese: '奥古曼',
    trade: 'Okoumé',
    color: [206, 158, 126],
  },
  sapelli: {
    species: 'SAP',
    latin: ['Entandrophragma', 'cylindricum'],
    chinese: '沙比利',
    trade: 'Sapelli',
    color: [158, 94, 68],
  },
  padouk: {
    species: 'PAD',
    latin: ['Pterocarpus', 'soyauxii'],
    chinese: '非洲紫檀',
    trade: 'Padouk',
    color: [184, 74, 48],
  },
  iroko: { species: 'IRO', latin: ['Milicia', 'excelsa'], chinese: '绿柄桑', trade: 'Iroko', color: [186, 138, 78] },
} as const satisfies Record<string, Wood>

export interface Story {
  tenant: 'DEMO-GABON' | 'DEMO-ZHEJIANG'
  product: string
  batch: string
  wood: keyof typeof woods
  /** First day, in days before today. */
  since: number
  /** Number of stages so far, from the first. */
  until: number
  volume: string
  logs: number
  language: 'zh' | 'fr'
  /**
   * Goods that the records name, by serial from 0, both included: what is packed in each container. Default: the first three
   * in the first container.
   */
  packed?: readonly { from: number; to: number }[]
}

/** The batch whose goods go from company to company. */
export const chainBatch = 'GA-2026-007'

export const stories: readonly Story[] = [
  {
    tenant: 'DEMO-ZHEJIANG',
    product: 'ZJ-FLR-01',
    batch: 'ZJ-2026-018',
    wood: 'okoume',
    since: 325,
    until: 18,
    volume: '186.420',
    logs: 64,
    language: 'zh',
  },
  {
    tenant: 'DEMO-ZHEJIANG',
    product: 'ZJ-TBL-02',
    batch: 'ZJ-2026-027',
    wood: 'sapelli',
    since: 280,
    until: 18,
    volume: '92.750',
    logs: 28,
    language: 'zh',
  },
  {
    tenant: 'DEMO-ZHEJIANG',
    product: 'ZJ-DCK-03',
    batch: 'ZJ-2026-041',
    wood: 'iroko',
    since: 150,
    until: 14,
    volume: '120.300',
    logs: 39,
    language: 'zh',
  },
  {
    tenant: 'DEMO-GABON',
    product: 'GA-SWN-01',
    batch: chainBatch,
    wood: 'okoume',
    since: 210,
    until: 13,
    volume: '240.180',
    logs: 82,
    language: 'fr',
    packed: [
      { from: 0, to: 399 },
      { from: 400, to: 499 },
    ],
  },
  {
    tenant: 'DEMO-GABON',
    product: 'GA-SWN-02',
    batch: 'GA-2026-012',
    wood: 'padouk',
    since: 60,
    until: 5,
    volume: '74.600',
    logs: 21,
    language: 'fr',
  },
]

/** What the stories are about existed before the first of them. */
export const beforeStories = new Date(Date.now() - 400 * 86_400_000)

interface DemoProduct {
  tenant: Story['tenant'] | 'DEMO-HUZHOU'
  code: string
  name: string
  /** In the languages that its enterprise entered; the other languages show one of these. */
  texts: Texts
  category: string
  wood: keyof typeof woods
  description: string
  /** What buyers read in place of the description, by language. */
  publicTexts?: Texts
}

/** Categories in the languages that were entered. */
export const demoCategories: Readonly<Record<string, Texts>> = {
  地板: { zh: '地板', en: 'Flooring', fr: 'Parquets' },
  家具: { zh: '家具', en: 'Furniture', fr: 'Mobilier' },
  户外材: { zh: '户外材', en: 'Outdoor timber' },
  Sciages: { zh: '锯材', en: 'Sawn timber', fr: 'Sciages' },
  Grumes: { fr: 'Grumes' },
}

export const demoProducts: readonly DemoProduct[] = [
  {
    tenant: 'DEMO-ZHEJIANG',
    code: 'ZJ-FLR-01',
    name: '奥古曼多层实木地板',
    texts: { zh: '奥古曼多层实木地板', en: 'Okoumé multilayer flooring', fr: 'Parquet contrecollé en okoumé' },
    category: '地板',
    wood: 'okoume',
    description: '<p>面层采用加蓬奥古曼旋切单板，芯层多层交错，稳定耐用。规格 1200 × 150 × 15 mm。</p>',
    publicTexts: {
      en: 'Face of rotary-cut Gabonese okoumé on a stable cross-laminated core. 1200 × 150 × 15 mm.',
      fr: 'Parement en okoumé du Gabon déroulé sur une âme croisée, stable. 1200 × 150 × 15 mm.',
    },
  },
  {
    tenant: 'DEMO-ZHEJIANG',
    code: 'ZJ-TBL-02',
    name: '沙比利实木餐桌',
    texts: { zh: '沙比利实木餐桌', en: 'Solid sapelli dining table', fr: 'Table à manger en sapelli massif' },
    category: '家具',
    wood: 'sapelli',
    description: '<p>沙比利整料拼板台面，木蜡油饰面。规格 1600 × 800 × 750 mm。</p>',
    publicTexts: {
      en: 'Top of solid sapelli boards, finished with wood wax oil. 1600 × 800 × 750 mm.',
      fr: 'Plateau en sapelli massif, finition à l’huile-cire. 1600 × 800 × 750 mm.',
    },
  },
  {
    tenant: 'DEMO-ZHEJIANG',
    code: 'ZJ-DCK-03',
    name: '绿柄桑户外地板',
    texts: { zh: '绿柄桑户外地板', en: 'Iroko outdoor decking' },
    category: '户外材',
    wood: 'iroko',
    description: '<p>天然耐腐的绿柄桑户外地板，适合露台与栈道。</p>',
  },
  {
    tenant: 'DEMO-ZHEJIANG',
    code: 'ZJ-PNL-04',
    name: '非洲紫檀装饰面板',
    texts: { zh: '非洲紫檀装饰面板' },
    category: '家具',
    wood: 'padouk',
    description: '<p>色泽红润，纹理通直，适合墙面与柜门。</p>',
  },
  {
    tenant: 'DEMO-HUZHOU',
    code: 'HZ-FLR-01',
    name: '奥古曼实木地板',
    texts: { zh: '奥古曼实木地板', en: 'Solid okoumé flooring', fr: 'Parquet massif en okoumé' },
    category: '地板',
    wood: 'okoume',
    description: '<p>用加蓬奥古曼干燥锯材加工，每包两片。规格 1200 × 150 × 15 mm。</p>',
    publicTexts: {
      zh: '用加蓬奥古曼干燥锯材加工，每包两片。规格 1200 × 150 × 15 mm。',
      en: 'Made of sawn and dried okoumé from Gabon, two boards in a pack. 1200 × 150 × 15 mm.',
      fr: 'En okoumé du Gabon scié et séché, deux lames par paquet. 1200 × 150 × 15 mm.',
    },
  },
  {
    tenant: 'DEMO-GABON',
    code: 'GA-SWN-01',
    name: 'Okoumé scié, séché',
    texts: { zh: '奥古曼干燥锯材', en: 'Okoumé, sawn and dried', fr: 'Okoumé scié, séché' },
    category: 'Sciages',
    wood: 'okoume',
    description: '<p>Sciages d’okoumé séchés à 12 %, épaisseur 27 et 40 mm, choix FAS.</p>',
    publicTexts: {
      zh: '干燥至含水率 12 % 的奥古曼锯材，厚 27 与 40 mm，FAS 等级。',
      en: 'Okoumé sawn timber dried to 12 %, 27 and 40 mm thick, FAS grade.',
    },
  },
  {
    tenant: 'DEMO-GABON',
    code: 'GA-SWN-02',
    name: 'Padouk scié avivé',
    texts: { en: 'Padouk, sawn and edged', fr: 'Padouk scié avivé' },
    category: 'Sciages',
    wood: 'padouk',
    description: '<p>Avivés de padouk, longueurs de 2,10 à 4,20 m, choix premier.</p>',
  },
  {
    tenant: 'DEMO-GABON',
    code: 'GA-LOG-03',
    name: 'Grumes d’iroko',
    texts: { fr: 'Grumes d’iroko' },
    category: 'Grumes',
    wood: 'iroko',
    description: '<p>Grumes d’iroko marquées, cubées et purgées.</p>',
  },
]

/** Documents that the records refer to by code. */
export const demoPapers = [
  { code: 'PERMIT', type: 'certificate', zh: '采伐许可证', fr: 'Permis d’exploitation' },
  { code: 'CONCESSION', type: 'certificate', zh: '特许经营法令', fr: 'Décret de concession' },
  { code: 'ANNUAL', type: 'certificate', zh: '年度采伐许可', fr: 'Autorisation annuelle de coupe' },
  { code: 'WAYBILL', type: 'form', zh: '运输单', fr: 'Feuille de route' },
  { code: 'PURCHASE', type: 'form', zh: '原木采购合同', fr: 'Contrat d’achat' },
  {
    code: 'FSC',
    type: 'certificate',
    zh: 'FSC 产销监管链证书（演示）',
    fr: 'Certificat de chaîne de contrôle FSC (démo)',
  },
  { code: 'PACKING', type: 'form', zh: '装箱单', fr: 'Liste de colisage' },
  { code: 'PHYTO', type: 'certificate', zh: '植物检疫证书', fr: 'Certificat phytosanitaire' },
  { code: 'ORIGIN', type: 'certificate', zh: '原产地证书', fr: 'Certificat d’origine' },
  { code: 'BOL', type: 'form', zh: '海运提单', fr: 'Connaissement' },
  { code: 'IMPORT', type: 'form', zh: '进口报关单', fr: 'Déclaration d’importation' },
  { code: 'TEST', type: 'certificate', zh: '产品检验报告', fr: 'Rapport d’essai' },
] as const

/** Who holds which of them; others hold none. */
export const papersOf: Readonly<Record<string, readonly Paper[]>> = {
  'DEMO-GABON': demoPapers.map(({ code }) => code),
  'DEMO-ZHEJIANG': demoPapers.map(({ code }) => code),
  'DEMO-HUZHOU': ['FSC', 'TEST'],
  'DEMO-HANGZHOU': ['TEST'],
  'DEMO-NINGBO': ['WAYBILL', 'PACKING', 'PHYTO', 'ORIGIN', 'IMPORT'],
}

/** Details of the certificate among them. */
export const demoCertificate = { scheme: 'FSC', number: 'DEMO-COC-000000', issuer: 'Demo certification body' } as const

type Paper = (typeof demoPapers)[number]['code']

export interface StoryStage {
  stage: StageKey
  /** Where it takes place. */
  country: 'GA' | 'CN'
  /** Days after the first day. */
  day: number
  paper: Paper
  place: readonly [longitude: number, latitude: number]
  scenes: readonly Scene[]
  values: (context: {
    story: Story
    wood: Wood
    date: (offset?: number) => string
    at: (hour: number, offset?: number) => string
    paper: (code: Paper) => string
  }) => Record<string, unknown>
}

const okala = [11.6281, -0.7352] as const
const mill = [9.5021, 0.4602] as const
const owendo = [9.5058, 0.2917] as const
const ningbo = [121.8442, 29.8683] as const
const huzhou = [120.0868, 30.8943] as const
const hangzhou = [120.1551, 30.2741] as const

const labour = {
  childLabour: 'compliant',
  forcedLabour: 'compliant',
  discrimination: 'compliant',
  associationFreedom: 'compliant',
}
const millParty = {
  processorName: 'Demo Sawmill Nkok',
  processorContact: 'Demo desk',
  processorAddress: 'Nkok (demo)',
  processorPhone: '+241 00000000',
}
const maker = {
  manufacturerName: '示例木业（浙江）',
  manufacturerAddress: '浙江省湖州市（示例地址）',
  manufacturerPhone: '+86 572 00000000',
}

/** Pieces of flooring, 1200 × 150 × 15 mm each, that the second factory makes. */
const flooringPieces = (story: Story) => Math.round((Number(story.volume) * 0.36) / 0.0027)

/** The 18 stages of the demonstration. */
export const storyStages: readonly StoryStage[] = [
  {
    stage: 'forestSurvey',
    country: 'GA',
    day: 0,
    paper: 'CONCESSION',
    place: okala,
    scenes: ['forest'],
    values: ({ story, wood, paper }) => ({
      ...(story.tenant === 'DEMO-GABON' && { plot: 'PL-01' }),
      forestLevel: 'primary',
      forestLocation: 'Ogooué-Lolo, UFG demo 4',
      forestArea: '1840',
      resourceStatus: 'abundant',
      treeSpecies: wood.species,
      breastHeightDiameter: '92',
      estimatedVolume: '8.4',
      ...labour,
      concessionDecree: paper('CONCESSION'),
      loggingPlanningPermit: paper('ANNUAL'),
      annualLicence: paper('ANNUAL'),
    }),
  },
  {
    stage: 'felling',
    country: 'GA',
    day: 12,
    paper: 'PERMIT',
    place: okala,
    scenes: ['stump', 'logs'],
    values: ({ story, wood, at, paper }) => ({
      treeSpecies: wood.species,
      fellingTime: at(9),
      loggingPermitNumber: 'DEMO-AAC-2026-04',
      logNumber: `${story.batch}-L001`,
      diameter1: '94',
      diameter2: '86',
      length: '4.9',
      volume: story.volume,
      quantity: story.logs,
      yardName: 'Parc demo 2',
      yardLocation: 'Lastoursville (demo)',
      ...(story.tenant === 'DEMO-GABON' && { plot: 'PL-01' }),
      blockInfo: 'Bloc 12, assiette 2026',
      ...labour,
      fellingPermit: paper('PERMIT'),
    }),
  },
  {
    stage: 'forestInspection',
    country: 'GA',
    day: 19,
    paper: 'WAYBILL',
    place: [10.9, -0.2],
    scenes: ['truck'],
    values: ({ story, at, paper }) => ({
      transportMode: 'road',
      departurePlace: 'Parc demo 2',
      departureTime: at(6, -1),
      arrivalPlace: 'Nkok',
      arrivalTime: at(9),
      vehicle: 'GA-DEMO-214',
      quantity: story.logs,
      volume: story.volume,
      transportNumber: 'FR-DEMO-1882',
      authorityCertificate: paper('WAYBILL'),
      inspectionResult: 'conformant',
    }),
  },
  {
    stage: 'rawMaterialPurchase',
    country: 'GA',
    day: 24,
    paper: 'PURCHASE',
    place: mill,
    scenes: ['logs'],
    values: ({ story, wood, at, paper }) => ({
      treeSpecies: wood.species,
      volume: story.volume,
      rawMaterialCountry: 'GA',
      speciesCommonName: wood.trade,
      speciesScientificName: wood.latin.join(' '),
      purchaseTime: at(10),
      rawMaterialQuantity: story.logs,
      logLot: `LOT-${story.batch}`,
      legalFellingCertificate: paper('PERMIT'),
      legalPurchaseCertificate: paper('PURCHASE'),
      processingCertificate: 'FSC',
      processingCertificateNumber: 'DEMO-COC-000000',
      supplierName: 'Demo Forest Concession',
      supplierContact: 'Demo desk',
      ...millParty,
    }),
  },
  {
    stage: 'processing',
    country: 'GA',
    day: 38,
    paper: 'FSC',
    place: mill,
    scenes: ['sawmill', 'planks'],
    values: ({ story, wood, date, paper }) => ({
      inputSpecies: wood.species,
      inputVolume: story.volume,
      rawMaterialCountry: 'GA',
      speciesCommonName: wood.trade,
      speciesScientificName: wood.latin.join(' '),
      logLot: `LOT-${story.batch}`,
      inputRatio: '100',
      outputSpecies: wood.species,
      outputVolume: (Number(story.volume) * 0.47).toFixed(3),
      offcutsVolume: (Number(story.volume) * 0.28).toFixed(3),
      sawdustVolume: (Number(story.volume) * 0.13).toFixed(3),
      barkVolume: (Number(story.volume) * 0.05).toFixed(3),
      lossReason: 'drying',
      productName: `${wood.trade} KD 27 mm`,
      productLength: '2400',
      productWidth: '150',
      productHeight: '27',
      productQuantity: Math.round(Number(story.volume) * 48),
      productionDate: date(),
      productionBatch: `P-${story.batch}`,
      legalFellingCertificate: paper('PERMIT'),
      processingCertificate: 'FSC',
      processingCertificateNumber: 'DEMO-COC-000000',
      ...millParty,
    }),
  },
  {
    stage: 'factoryEntry',
    country: 'GA',
    day: 45,
    paper: 'FSC',
    place: mill,
    scenes: ['warehouse'],
    values: ({ story, at }) => ({
      storageTime: at(9),
      warehouse: 'Magasin demo A',
      quantity: 48,
      packageVolume: (Number(story.volume) * 0.47).toFixed(3),
      warehouseWarrant: `WW-${story.batch}`,
      ...millParty,
    }),
  },
  {
    stage: 'factoryExit',
    country: 'GA',
    day: 58,
    paper: 'WAYBILL',
    place: mill,
    scenes: ['truck'],
    values: ({ story }) => ({
      warehouse: 'Magasin demo A',
      quantity: 48,
      packageVolume: (Number(story.volume) * 0.47).toFixed(3),
      outboundOrder: `BS-${story.batch}`,
      deliveryPlace: 'Owendo',
      ...millParty,
    }),
  },
  {
    stage: 'dockInspection',
    country: 'GA',
    day: 59,
    paper: 'WAYBILL',
    place: [9.49, 0.35],
    scenes: ['truck'],
    values: ({ at, paper }) => ({
      transportMode: 'road',
      departurePlace: 'Nkok',
      departureTime: at(5),
      arrivalPlace: 'Port d’Owendo',
      arrivalTime: at(8),
      vehicle: 'GA-DEMO-308',
      quantity: 48,
      transportNumber: 'FR-DEMO-2044',
      authorityCertificate: paper('WAYBILL'),
      inspectionResult: 'conformant',
    }),
  },
  {
    stage: 'packing',
    country: 'GA',
    day: 61,
    paper: 'PACKING',
    place: owendo,
    scenes: ['container'],
    values: ({ story, paper }) => ({
      packageNumber: `PK-${story.batch}`,
      quantity: 48,
      volume: (Number(story.volume) * 0.47).toFixed(3),
      warehouse: 'Owendo demo 3',
      sealNumber: 'DEMO-SEAL-7741',
      containerNumber: 'DEMU0000017',
      packingList: paper('PACKING'),
    }),
  },
  {
    stage: 'dockEntry',
    country: 'GA',
    day: 62,
    paper: 'PACKING',
    place: owendo,
    scenes: ['port'],
    values: ({ paper }) => ({
      entryNumber: 'E-DEMO-551',
      quantity: 1,
      warehouse: 'Terminal demo',
      sealNumber: 'DEMO-SEAL-7741',
      containerNumber: 'DEMU0000017',
      packingList: paper('PACKING'),
    }),
  },
  {
    stage: 'dockExit',
    country: 'GA',
    day: 68,
    paper: 'PACKING',
    place: owendo,
    scenes: ['port'],
    values: ({ paper }) => ({
      exitNumber: 'S-DEMO-551',
      quantity: 1,
      warehouse: 'Terminal demo',
      sealNumber: 'DEMO-SEAL-7741',
      containerNumber: 'DEMU0000017',
      packingList: paper('PACKING'),
    }),
  },
  {
    stage: 'exportCustoms',
    country: 'GA',
    day: 69,
    paper: 'PHYTO',
    place: owendo,
    scenes: ['customs'],
    values: ({ story, wood, date, paper }) => ({
      originCountry: 'GA',
      customsNumber: 'DEMO-EX-2026-0931',
      productNumber: '4407',
      specification: '2400 × 150 × 27 mm',
      pieces: Math.round(Number(story.volume) * 48),
      grossWeight: '21800',
      netWeight: '21250',
      currency: 'EUR',
      unitPrice: '620',
      totalPrice: '54300',
      domesticSource: 'Nkok',
      exportCountry: 'GA',
      exportPort: 'Owendo',
      exportDate: date(),
      declarationDate: date(),
      exporterName: `Demo ${wood.trade} Export (Gabon)`,
      exporterAddress: 'Libreville (demo)',
      exporterPhone: '+241 00000000',
      contractNumber: 'DEMO-C-118',
      containerNumber: 'DEMU0000017',
      packingList: paper('PACKING'),
      certificateOfOrigin: paper('ORIGIN'),
      phytosanitaryCertificate: paper('PHYTO'),
      invoice: paper('PURCHASE'),
    }),
  },
  {
    stage: 'seaShipping',
    country: 'GA',
    day: 72,
    paper: 'BOL',
    place: [-6.2, 4.9],
    scenes: ['ship'],
    values: () => ({
      departureCountry: 'GA',
      departurePort: 'Owendo',
      portOfCall: 'Pointe-Noire',
      destinationCountry: 'CN',
      destinationPort: '宁波舟山港 Ningbo-Zhoushan',
      carrierName: 'Demo Ocean Line',
      vesselName: 'MV Demo Sequoia',
      voyageNumber: 'DM-118E',
      waybill: 'DEMO-BOL-88120',
      containerNumber: 'DEMU0000017',
    }),
  },
  {
    stage: 'importCustoms',
    country: 'CN',
    day: 118,
    paper: 'IMPORT',
    place: ningbo,
    scenes: ['port'],
    values: ({ date, paper }) => ({
      originCountry: 'GA',
      customsNumber: 'DEMO-IM-2026-4410',
      productNumber: '4407',
      pieces: 4200,
      grossWeight: '21800',
      netWeight: '21250',
      importPort: '宁波',
      importDate: date(),
      consigneeName: '示例木业（浙江）',
      consigneeCode: 'DEMO0000000000',
      consigneeAddress: '浙江省湖州市（示例地址）',
      packingList: paper('PACKING'),
      certificateOfOrigin: paper('ORIGIN'),
      phytosanitaryCertificate: paper('PHYTO'),
    }),
  },
  {
    stage: 'endTransport',
    country: 'CN',
    day: 121,
    paper: 'WAYBILL',
    place: [121.1, 30.2],
    scenes: ['truck'],
    values: ({ at }) => ({
      transportMode: 'road',
      departurePlace: '宁波港',
      departureTime: at(4),
      arrivalPlace: '湖州示例工厂',
      arrivalTime: at(9),
      vehicle: '浙E·演示01',
      quantity: 48,
      transportNumber: 'DEMO-TR-77',
      ...maker,
    }),
  },
  {
    stage: 'secondaryProcessing',
    country: 'CN',
    day: 140,
    paper: 'TEST',
    place: huzhou,
    scenes: ['workshop'],
    values: ({ story, wood, date, paper }) => ({
      inputSpecies: wood.species,
      inputVolume: (Number(story.volume) * 0.47).toFixed(3),
      outputSpecies: wood.species,
      outputVolume: (Number(story.volume) * 0.36).toFixed(3),
      sawdustVolume: (Number(story.volume) * 0.08).toFixed(3),
      lossReason: 'defects',
      productName: story.product,
      productLength: '1200',
      productWidth: '150',
      productHeight: '15',
      productionDate: date(),
      productionBatch: `Z-${story.batch}`,
      quantity: flooringPieces(story),
      specification: '1200 × 150 × 15 mm',
      inspectionReport: paper('TEST'),
      ...maker,
    }),
  },
  {
    stage: 'productInformation',
    country: 'CN',
    day: 152,
    paper: 'TEST',
    place: huzhou,
    scenes: ['product'],
    values: ({ story, paper }) => ({
      productName: story.product,
      productLength: '1200',
      productWidth: '150',
      productHeight: '15',
      quantity: flooringPieces(story),
      specification: '1200 × 150 × 15 mm',
      inspectionReport: paper('TEST'),
      ...maker,
      dealerName: '示例家居（杭州）',
    }),
  },
  {
    stage: 'productSales',
    country: 'CN',
    day: 190,
    paper: 'TEST',
    place: hangzhou,
    scenes: ['shop'],
    values: ({ at }) => ({
      saleTime: at(9),
      quantity: 1,
      specification: '1200 × 150 × 15 mm',
      dealerName: '示例家居（杭州）',
      dealerAddress: '杭州市（示例地址）',
      ...maker,
    }),
  },
]
