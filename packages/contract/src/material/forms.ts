/** Forms of wood that are accounted for apart, in the order in which one is made of another; residue is what is lost on the way. */
export const woodForms = ['log', 'sawn', 'product', 'residue'] as const
/** Stages that make one form of another: they have a yield. */
export const yieldStages = ['processing', 'secondaryProcessing'] as const

/** What remains of a conversion and is measured, by kind: offcuts and edgings; sawdust, chips and shavings; bark. */
export const residueKinds = ['offcuts', 'sawdust', 'bark'] as const
export type ResidueKind = (typeof residueKinds)[number]
/** Why wood is gone that is neither output nor measured residue; `kerf` is sawdust that nobody collected. */
export const lossReasons = ['drying', 'kerf', 'defects', 'breakage', 'other'] as const
export type LossReason = (typeof lossReasons)[number]
/** What an entry of the ledger says about residue: its kind, or why it was lost. */
export const residueReasons = [...residueKinds, ...lossReasons] as const
export type ResidueReason = (typeof residueReasons)[number]

export type WoodForm = (typeof woodForms)[number]
