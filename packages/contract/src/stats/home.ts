/** Periods that the home page offers, in days up to today. */
export const activityDays = [7, 30, 90] as const

/** The way from nothing to the first scan, in order. */
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

/** The lists whose rows the home page counts: who may open none of them has a home of his own. */
export const countedLists = [
  'code:request:list',
  'catalog:product:list',
  'catalog:batch:list',
  'trace:scan-log:list',
  'trace:check-log:list',
  'stage:record:list',
  'tenant:enterprise:list',
] as const
