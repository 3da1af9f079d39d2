import type { LabelDesign } from '@timbermark/contract'
import { modulesOf } from '@timbermark/contract/symbol-size'
import { codeLength } from '@timbermark/codes'

/** Modules a side of the symbols of a layout: the back office has the address that labels lead to. The server decides. */
export const modulesHere = ({ errorLevel }: Pick<LabelDesign, 'errorLevel'>): number =>
  modulesOf(`${location.origin}/C/`.length + codeLength, errorLevel)
