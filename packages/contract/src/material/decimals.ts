/** Exact volumes, for the server and for pages: a path of its own, so that no other page loads it. */
export { add, compare, decimalText, parseDecimal, subtract } from '@timbermark/material'
