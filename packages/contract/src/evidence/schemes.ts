/** Certification schemes of forests and mills. */
export const schemes = ['FSC', 'OLB', 'CFCC', 'PEFC'] as const
export type Scheme = (typeof schemes)[number]

/** A number in a certification body's own format: letters, digits and separators, with at least one digit. */
const free = /^(?=.*\d)[\p{L}\d][\p{L}\d ./_-]{2,49}$/u

/**
 * Number formats, as far as the schemes prescribe them.
 * FSC: body, kind and six digits (`AB-COC-001234`, `AB-FM/COC-001234`, `AB-CW-001234`), or the licence (`FSC-C012345`).
 * PEFC: the licence (`PEFC/12-34-56`); chain of custody, OLB and CFCC are numbered by the certification body.
 */
const forms: Record<Scheme, (number: string) => boolean> = {
  FSC: number => /^(?:[A-Z]{2,8}-(?:COC|FM|FM\/COC|CW|CW\/FM)-\d{6}|(?:FSC-)?C\d{6})$/.test(number),
  PEFC: number => (number.startsWith('PEFC/') ? /^PEFC\/\d{1,3}-\d{1,3}-\d{1,6}$/.test(number) : free.test(number)),
  OLB: number => free.test(number),
  CFCC: number => free.test(number),
}

/** Whether this can be a number of the scheme. Only the scheme's register knows whether it was issued. */
export const fitsScheme = (scheme: Scheme, number: string): boolean => forms[scheme](number.trim())
