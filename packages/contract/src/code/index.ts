import { codeByState } from './by-state.ts'
import { label } from './label.ts'
import { labelLayout } from './label-layout.ts'
import { packing } from './packing.ts'
import { qrCode } from './qr.ts'
import { codeRequest } from './request.ts'

export * from './by-state.ts'
export * from './label.ts'
export * from './label-geometry.ts'
export * from './label-layout.ts'
export * from './label-paper.ts'
export * from './label-states.ts'
export * from './label-symbol.ts'
export * from './packing.ts'
export * from './qr.ts'
export * from './request.ts'
export * from './stage-type.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const codeEntities = [codeRequest, labelLayout] as const
/** The views of this area. */
export const codeViews = [qrCode, packing, label, codeByState] as const
