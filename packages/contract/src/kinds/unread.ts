import type { Fault } from './fault.ts'

/**
 * What a form holds while its text is no value: the text, and why. The check of a value answers the fault, so that a form
 * says the same as a list. It never leaves the form.
 */
export class Unread {
  readonly text: string
  readonly fault: Fault

  constructor(text: string, fault: Fault) {
    this.text = text
    this.fault = fault
  }

  toString(): string {
    return this.text
  }

  /** Sent by mistake, it is refused: the text itself may look like a value. */
  toJSON(): string {
    return `? ${this.text}`
  }
}
