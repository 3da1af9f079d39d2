import type { Texts } from '../texts.ts'
import type { WalkFault } from './proven.ts'

const namedParts = [
  'checkpoint',
  'request',
  'enterprise',
  'product',
  'batch',
  'records',
  'block',
  'packing',
  'certification',
  'label',
  'custody',
  'promise',
] as const

/** The part that a fault is about, as text; a number is a record id. */
export function aboutText(about: string, texts: Texts): string {
  const part = namedParts.find(name => name === about)
  return part ? texts.t(`trace.about.${part}`) : texts.t('trace.about.record', { n: about })
}

/** A fault as text. */
export function faultText(fault: WalkFault, texts: Texts): string {
  return texts.t(`trace.fault.${fault}`)
}
