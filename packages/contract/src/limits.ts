/** The specification's business constants (section 9), each once. */
export const limits = {
  remark: 200,
  importKilobytes: 500,
  importRows: 10_000,
  /** Packings that one list of codes may make: each is a change of its own, with its history and its seal. */
  importPackings: 2000,
  /** A picture inside rich text. */
  textPicture: { megabytes: 5, types: ['png', 'jpg', 'jpeg'] },
  labelPixels: 1000,
  labelsPerCall: 10_000,
  reportCodes: 2000,
  /** Codes of the messaging platform in one report that the phone did not look up before: each costs a look into the index. */
  reportPlatformCodes: 200,
  /** Codes in the ranges of one report, at a stage that is about single codes. */
  reportRanges: 100_000,
  /** Rows of an uploaded list of reports. */
  reportRows: 2000,
  /** Codes that one packing takes, given by the first and the last of a row. */
  packedCodes: 20_000_000,
  /** Codes that one assignment gives to a dealer, and the rows that they may be in after their packages were opened up. */
  assignedCodes: 200_000_000,
  assignedRanges: 50_000,
  /** Pieces of one request's codes that were ever called back: whoever checks one of its codes reads all of them. */
  recallPieces: 500,
  pageSizes: [10, 20, 30, 50],
  pageSize: 20,
  pageSizeByHand: 100,
  /** Totals beyond this are estimates. */
  exactTotal: 10_000,
  /** The same of a list of which no search passes over all that it leaves: the market. */
  walkedTotal: 2000,
  /** Bytes of one piece of a file that is sent piece by piece. */
  uploadPiece: 256 * 1024,
  requestTimeoutMs: 60_000,
  mobileBreakpoint: 992,
  topMenuItem: 85,
  sidebarWidth: 220,
  tagMenuWidth: 105,
  tagScrollPadding: 4,
  scrollTopMs: 800,
  settingsDelayMs: 1000,
  transportErrorMs: 5000,
} as const

export const themeColors = [
  '#409EFF',
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const

export const storageKeys = {
  token: 'admin-token',
  layout: 'layout-setting',
  /** The sidebar's theme that the installation gives those who chose none. */
  sideTheme: 'side-theme',
  language: 'language',
  /** Cookies. */
  sidebar: 'sidebarStatus',
  size: 'size',
  density: 'density',
} as const

export const languages = ['zh', 'en', 'fr'] as const
export type Language = (typeof languages)[number]
