/** Tables, forms, imports and exports of the back office. */
export const entity = {
} as const
