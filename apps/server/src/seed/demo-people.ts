import type { StageKey } from '@timbermark/contract'
import type { NewAccount, NewEnterprise } from '../areas/tenant/create.ts'

/** Plainly fictitious companies: the names say so in every language. */
export const demoEnterprises: readonly NewEnterprise[] = [
  {
    identification: 'DEMO-GABON',
    name: 'Demo Okoumé Export (Gabon)',
    publicName: {
      main: 'Demo Okoumé Export (Gabon)',
      texts: { zh: '示例奥古曼出口（加蓬）', en: 'Demo Okoumé Export (Gabon)', fr: 'Démo Okoumé Export (Gabon)' },
    },
    contact: 'Demo desk',
    phone: '+241 00000000',
    kind: 'exporter',
    timeZone: 'Africa/Libreville',
  },
  {
    identification: 'DEMO-ZHEJIANG',
    name: '示例木业（浙江）',
    publicName: {
      main: '示例木业（浙江）',
      texts: { zh: '示例木业（浙江）', en: 'Demo Timber (Zhejiang)', fr: 'Bois Démo (Zhejiang)' },
    },
    contact: '示例联系人',
    phone: '+86 571 00000000',
    kind: 'importer',
    remark: '虚构企业。加蓬境内的采伐、锯材与出口由其加蓬林业分部上报；到港之后由浙江的工厂上报。',
  },
  {
    identification: 'DEMO-HUZHOU',
    name: '示例地板厂（湖州）',
    publicName: {
      main: '示例地板厂（湖州）',
      texts: { zh: '示例地板厂（湖州）', en: 'Demo Flooring Factory (Huzhou)', fr: 'Parqueterie démo (Huzhou)' },
    },
    contact: '示例联系人',
    phone: '+86 572 00000000',
    kind: 'manufacturer',
    remark: '虚构企业。从示例木业（浙江）接收锯材，加工成地板后交给示例家居（杭州）。',
  },
  {
    identification: 'DEMO-HANGZHOU',
    name: '示例家居（杭州）',
    publicName: {
      main: '示例家居（杭州）',
      texts: { zh: '示例家居（杭州）', en: 'Demo Home Store (Hangzhou)', fr: 'Maison démo (Hangzhou)' },
    },
    contact: '示例联系人',
    phone: '+86 571 00000002',
    kind: 'dealer',
    remark: '虚构企业。从示例地板厂（湖州）接收地板并零售。',
  },
  {
    identification: 'DEMO-NINGBO',
    name: '示例报关行（宁波）',
    publicName: {
      main: '示例报关行（宁波）',
      texts: { zh: '示例报关行（宁波）', en: 'Demo Customs Agent (Ningbo)', fr: 'Transitaire démo (Ningbo)' },
    },
    contact: '示例联系人',
    phone: '+86 574 00000000',
    kind: 'logistics',
    remark: '虚构企业。不持有货物，受货主邀请上报进口报关与内陆运输。',
  },
  {
    identification: 'DEMO-CERT',
    name: 'Demo Certification Body',
    contact: 'Demo desk',
    phone: '+33 100000000',
    kind: 'certifier',
  },
  // For newcomers: all first steps are still open.
  {
    identification: 'DEMO-START',
    name: '示例新企业',
    publicName: {
      main: '示例新企业',
      texts: { zh: '示例新企业', en: 'Demo New Company', fr: 'Nouvelle entreprise démo' },
    },
    contact: '示例联系人',
    phone: '+86 571 00000001',
    kind: 'processor',
  },
]

/** Stages that the reporters of some enterprises may report; those of the others may report all. */
export const companyStages: Readonly<Record<string, readonly StageKey[]>> = {
  'DEMO-HUZHOU': ['secondaryProcessing', 'productInformation'],
  'DEMO-HANGZHOU': ['productSales'],
  'DEMO-NINGBO': ['importCustoms', 'endTransport'],
}

/** Name of the department in Gabon that reports for the enterprise in Zhejiang what happens there. */
const gabonBranch = '加蓬林业分部（示例）'

type DemoAccountSeed = Omit<NewAccount, 'password' | 'deptId'> & {
  tenant: string
  /** Department below the enterprise's own; reporters of it report what happens in Gabon. */
  branch?: string
}

/** One account for every bootstrap role and every user type. */
export const demoAccounts: readonly DemoAccountSeed[] = [
  { tenant: 'platform', userName: 'admin', nickName: '平台管理员', userType: 1, roleKeys: ['superAdmin'] },
  { tenant: 'platform', userName: 'operator', nickName: '平台运营', userType: 1, roleKeys: ['platformOperator'] },
  { tenant: 'platform', userName: 'auditor', nickName: '审计员', userType: 1, roleKeys: ['auditor'] },
  {
    tenant: 'DEMO-GABON',
    userName: 'gabon-admin',
    nickName: 'Administrateur démo',
    userType: 1,
    roleKeys: ['enterpriseAdmin'],
  },
  {
    tenant: 'DEMO-GABON',
    userName: 'gabon-clerk',
    nickName: 'Export clerk (demo)',
    userType: 1,
    roleKeys: ['enterpriseClerk'],
  },
  {
    tenant: 'DEMO-GABON',
    userName: 'gabon-field',
    nickName: 'Équipe forêt démo',
    userType: 2,
    roleKeys: ['fieldReporter'],
  },
  {
    tenant: 'DEMO-ZHEJIANG',
    userName: 'zj-admin',
    nickName: '示例企业管理员',
    userType: 1,
    roleKeys: ['enterpriseAdmin'],
  },
  {
    tenant: 'DEMO-ZHEJIANG',
    userName: 'zj-clerk',
    nickName: '示例企业文员',
    userType: 1,
    roleKeys: ['enterpriseClerk'],
  },
  { tenant: 'DEMO-ZHEJIANG', userName: 'zj-printer', nickName: '示例印码员', userType: 1, roleKeys: ['codePrinter'] },
  { tenant: 'DEMO-ZHEJIANG', userName: 'zj-field', nickName: '示例上报员', userType: 2, roleKeys: ['fieldReporter'] },
  { tenant: 'DEMO-ZHEJIANG', userName: 'zj-trader', nickName: '示例贸易员', userType: 1, roleKeys: ['trader'] },
  { tenant: 'DEMO-ZHEJIANG', userName: 'zj-dealer', nickName: '示例经销商', userType: 5, roleKeys: ['dealer'] },
  { tenant: 'DEMO-ZHEJIANG', userName: 'zj-supplier', nickName: '示例供应商', userType: 4, roleKeys: ['dealer'] },
  { tenant: 'DEMO-ZHEJIANG', userName: 'zj-mini', nickName: '示例小程序用户', userType: 3, roleKeys: ['dealer'] },
  { tenant: 'DEMO-CERT', userName: 'certifier', nickName: 'Certifier (demo)', userType: 1, roleKeys: ['certifier'] },
  {
    tenant: 'DEMO-ZHEJIANG',
    userName: 'zj-gabon',
    nickName: '示例上报员（加蓬）',
    userType: 2,
    roleKeys: ['fieldReporter'],
    branch: gabonBranch,
  },
  {
    tenant: 'DEMO-HUZHOU',
    userName: 'huzhou-admin',
    nickName: '示例地板厂管理员',
    userType: 1,
    roleKeys: ['enterpriseAdmin'],
  },
  {
    tenant: 'DEMO-HUZHOU',
    userName: 'huzhou-field',
    nickName: '示例地板厂上报员',
    userType: 2,
    roleKeys: ['fieldReporter'],
  },
  {
    tenant: 'DEMO-HANGZHOU',
    userName: 'hangzhou-admin',
    nickName: '示例家居店管理员',
    userType: 1,
    roleKeys: ['enterpriseAdmin'],
  },
  {
    tenant: 'DEMO-HANGZHOU',
    userName: 'hangzhou-field',
    nickName: '示例家居店上报员',
    userType: 2,
    roleKeys: ['fieldReporter'],
  },
  {
    tenant: 'DEMO-NINGBO',
    userName: 'ningbo-admin',
    nickName: '示例报关行管理员',
    userType: 1,
    roleKeys: ['enterpriseAdmin'],
  },
  {
    tenant: 'DEMO-NINGBO',
    userName: 'ningbo-field',
    nickName: '示例报关行上报员',
    userType: 2,
    roleKeys: ['fieldReporter'],
  },
  {
    tenant: 'DEMO-START',
    userName: 'start-admin',
    nickName: '示例新企业管理员',
    userType: 1,
    roleKeys: ['enterpriseAdmin'],
  },
]
