/** Certification schemes of forests and mills. */
export const schemes = ['FSC', 'OLB', 'CFCC', 'PEFC'] as const
export type Scheme = (typeof schemes)[number]

/** A number that a certification body made up: letters, digits and what stands between them, and at least one digit. */
const free = /^(?=.*\d)[\p{L}\d][\p{L}\d ./_-]{2,49}$/u

/**
 * What numbers of a scheme look like, as far as the scheme prescribes it.
 * FSC: body, kind and six digits (`AB-COC-001234`, `AB-FM/COC-001234`, `AB-CW-001234`), or the licence (`FSC-C012345`).
 * PEFC: the licence (`PEFC/12-34-56`); chain of custody, as OLB and CFCC, is numbered by whoever certifies.
 */
const forms: Record<Scheme, (number: string) => boolean> = {
  FSC: number => /^(?:[A-Z]{2,8}-(?:COC|FM|FM\/COC|CW|CW\/FM)-\d{6}|(?:FSC-)?C\d{6})$/.test(number),
  PEFC: number => (number.startsWith('PEFC/') ? /^PEFC\/\d{1,3}-\d{1,3}-\d{1,6}$/.test(number) : free.test(number)),
  OLB: number => free.test(number),
  CFCC: number => free.test(number),
}

/** Can this be a number of the scheme? Whether it was given to anybody, only the scheme's own register knows. */
export const fitsScheme = (scheme: Scheme, number: string): boolean => forms[scheme](number.trim())
