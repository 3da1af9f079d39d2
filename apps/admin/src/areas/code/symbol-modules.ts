import { type LabelDesign, modulesOf } from '@timbermark/contract'
import { codeLength } from '@timbermark/codes'

/** Modules a side of the symbols of a layout: the back office has the address that labels lead to. The server decides. */
export const modulesHere = ({ errorLevel }: Pick<LabelDesign, 'errorLevel'>): number =>
  modulesOf(`${location.origin}/C/`.length + codeLength, errorLevel)
