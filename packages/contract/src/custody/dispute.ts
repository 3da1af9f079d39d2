/** What a line of a dispute does. The same kind stands for either side. */
export const disputeKinds = ['opened', 'answered', 'proposed', 'agreed', 'takenBack'] as const
export type DisputeKind = (typeof disputeKinds)[number]

/** Of an offer: no dispute yet, words without a proposal, a proposal that waits for agreement, or settled. */
export const disputeStates = ['none', 'open', 'proposed', 'settled'] as const
export type DisputeState = (typeof disputeStates)[number]

export const custodySides = ['giver', 'receiver'] as const
export type CustodySide = (typeof custodySides)[number]

/** Longest words of one line, in characters. */
export const disputeTextLength = 1000
/** Most lines of one offer that are not an end: agreement and taking back stay possible. */
export const maxDisputeLines = 300

/** Kinds that need no words: who agrees, agrees to the words of the proposal. */
export const isWordless = (kind: DisputeKind): boolean => kind === 'agreed' || kind === 'takenBack'

/** The dispute of an offer, as its lines leave it. */
export interface DisputeNow {
  state: DisputeState
  /** Number of lines so far; the expected version of the next one. */
  lines: number
  /** Who opened the dispute that is not settled. */
  openedBy: CustodySide | null
  /** Whose proposal stands. */
  proposedBy: CustodySide | null
}

/** What a side may write next. The one who proposed does not agree; the one who opened may take it back. */
export function nextDisputeKinds({ state, openedBy, proposedBy, lines }: DisputeNow, side: CustodySide): DisputeKind[] {
  const isFull = lines >= maxDisputeLines
  if (state === 'none' || state === 'settled') return isFull ? [] : ['opened']
  return [
    ...(isFull ? [] : (['answered', 'proposed'] as const)),
    ...(proposedBy && proposedBy !== side ? (['agreed'] as const) : []),
    ...(openedBy === side ? (['takenBack'] as const) : []),
  ]
}
