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
