/** Periods that the home page offers, in days up to today. */
export const activityDays = [7, 30, 90] as const

/** First steps of a new enterprise up to the first scan, in order. */
export const firstStepKeys = [
  'product',
  'batch',
  'request',
  'labels',
  'certification',
  'authorization',
  'report',
  'scan',
] as const
export type FirstStep = (typeof firstStepKeys)[number]

/** Lists whose rows the home page counts; users who may open none of them get another home page. */
export const countedLists = [
  'code:request:list',
  'catalog:product:list',
  'catalog:batch:list',
  'trace:scan-log:list',
  'trace:check-log:list',
  'stage:record:list',
  'tenant:enterprise:list',
] as const
