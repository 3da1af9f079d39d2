/** Every call of this area. */
export const allMaterialCalls = [] as const
