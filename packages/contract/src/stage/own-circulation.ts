/** In a report instead of the id of a circulation: that of the batch, which a phone without a network does not know. */
export const ownCirculation = 'ofBatch' as const
