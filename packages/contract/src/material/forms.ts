/** Forms of wood that are accounted for apart, in the order in which one is made of another; residue is what is lost on the way. */
export const woodForms = ['log', 'sawn', 'product', 'residue'] as const
/** Stages that make one form of another: they have a yield. */
export const yieldStages = ['processing', 'secondaryProcessing'] as const

export type WoodForm = (typeof woodForms)[number]
