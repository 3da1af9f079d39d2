import type { Texts } from '../texts.ts'
import type { WalkFault } from './proven.ts'

const named = [
  'checkpoint',
  'request',
  'enterprise',
  'product',
  'batch',
  'records',
  'block',
  'packing',
  'certification',
] as const

/** What a fault is about, in words; a number is a record's. */
export function aboutText(about: string, texts: Texts): string {
  const part = named.find(name => name === about)
  return part ? texts.t(`trace.about.${part}`) : texts.t('trace.about.record', { n: about })
}

/** Why an answer proves nothing, in words. */
export function faultText(fault: WalkFault, texts: Texts): string {
  return texts.t(`trace.fault.${fault}`)
}
