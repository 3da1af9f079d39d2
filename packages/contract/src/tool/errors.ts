import type { WireCode } from '../wire/wire-code.ts'

/** Refusals of the builder tools. */
export const toolErrors = {
  /** The table does not exist or holds secrets: callers cannot distinguish the two. */
  'tool.tableGone': 500,
  'tool.tableImported': 500,
  'tool.nameTaken': 500,
  'tool.nameReserved': 500,
  'tool.noField': 500,
  'tool.labelField': 500,
  'tool.requiredUnasked': 500,
} as const satisfies Record<string, WireCode>
