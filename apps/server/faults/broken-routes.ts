/** The routes that the campaign can break, by the kind of write that uses them. */
export const breakableRoutes = {
  add: '/trade/listing',
  report: '/stage/report',
  pack: '/code/packing/pack',
  assign: '/channel/assignment/assign',
  certify: '/certification/authorization/submit',
  upload: '/common/upload',
  correct: '/stage/record/\\d+/correct',
  submit: '/code/request/\\d+/submit',
  list: '/code/qr/importData',
} as const

export type Breakable = keyof typeof breakableRoutes
