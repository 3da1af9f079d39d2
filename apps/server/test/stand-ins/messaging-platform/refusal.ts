/** A call's answer, or what was sent. */
export type Answer = Record<string, unknown>

export class Refused extends Error {
  readonly errcode: number
  constructor(errcode: number, errmsg: string) {
    super(errmsg)
    this.errcode = errcode
  }
}

export const refused = (errcode: number, errmsg: string) => new Refused(errcode, errmsg)
