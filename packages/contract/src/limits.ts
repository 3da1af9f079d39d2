/** The specification's business constants (section 9), each once. */
export const limits = {
  remark: 200,
  importKilobytes: 500,
  importRows: 10_000,
  /** Lists of records and of reports are longer than those of codes. */
  listKilobytes: 5120,
  listRows: 20_000,
  /** Packings that one list of codes may make: each is a separate change with its own history and seal. */
  importPackings: 2000,
  /** A picture inside rich text. */
  textPicture: { megabytes: 5, types: ['png', 'jpg', 'jpeg'] },
  labelPixels: 1000,
  labelsPerCall: 10_000,
  reportCodes: 2000,
  /** Platform codes in one report that the phone has not looked up before: each costs an index lookup. */
  reportPlatformCodes: 200,
  /** Codes in the ranges of one report, at a stage that is about single codes. */
  reportRanges: 100_000,
  /** Rows of an uploaded list of reports. */
  reportRows: 2000,
  /** Codes of one packing, as rows with first and last code. */
  packedCodes: 20_000_000,
  /** Codes of one assignment, and the ranges they may form together with the contents of packages. */
  assignedCodes: 200_000_000,
  assignedRanges: 50_000,
  /** Recalled ranges of one request: each check of one of its codes reads all of them. */
  recallPieces: 500,
  pageSizes: [10, 20, 30, 50],
  pageSize: 20,
  maxPageSize: 100,
  /** Saved views of one list: of one person, and again of the enterprise. They are tabs. */
  viewsPerList: 20,
  /** Longest name of a saved view, in UTF-16 units. */
  viewName: 40,
  /** Totals beyond this are estimates. */
  exactTotal: 10_000,
  /** The same for the market, whose searches never scan all rows. */
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
  /** The installation's default theme of the sidebar. */
  sideTheme: 'side-theme',
  language: 'language',
  /** Cookies. */
  sidebar: 'sidebarStatus',
  size: 'size',
  density: 'density',
} as const

export const languages = ['zh', 'en', 'fr'] as const
export type Language = (typeof languages)[number]
