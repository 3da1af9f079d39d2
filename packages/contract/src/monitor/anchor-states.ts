import type { States } from '../states.ts'

/**
 * States of an anchor: a head of the ledger on its way into a contract on a chain. It counts as anchored only when `verified`:
 * final by the rule of the installation, read back from the contract, and confirmed by a second endpoint if there are several.
 */
export const anchorStates = {
  field: 'state',
  initial: 'queued',
  values: ['queued', 'signed', 'sent', 'mined', 'final', 'verified', 'overtaken'],
  transitions: [
    /** The signed transaction is stored, before anybody can see it. */
    { verb: 'sign', from: ['queued'], to: 'signed', by: 'server' },
    { verb: 'send', from: ['signed'], to: 'sent', by: 'server' },
    { verb: 'mine', from: ['sent'], to: 'mined', by: 'server' },
    { verb: 'finalize', from: ['mined'], to: 'final', by: 'server' },
    { verb: 'verify', from: ['final'], to: 'verified', by: 'server' },
    /** Its block is no longer part of the chain: the same bytes are sent again. */
    { verb: 'reorganize', from: ['mined', 'final', 'verified'], to: 'sent', by: 'server' },
    /** Its number was used by another transaction, or the chain has lost the one before: it is signed anew. */
    { verb: 'release', from: ['signed', 'sent'], to: 'queued', by: 'server' },
    /** The contract already has this head, by a transaction that this database has forgotten or never knew. */
    { verb: 'adopt', from: ['queued', 'signed', 'sent'], to: 'mined', by: 'server' },
    /** The contract has a later head of this log: this one can never be recorded, and needs not be. */
    { verb: 'overtake', from: ['queued', 'signed', 'sent'], to: 'overtaken', by: 'server' },
    /** Another sender took over and has recorded a later head. */
    { verb: 'retire', from: ['queued', 'signed', 'sent', 'mined', 'final'], to: 'overtaken', by: 'server' },
  ],
  editable: [],
  removable: [],
} as const satisfies States

export type AnchorState = (typeof anchorStates.values)[number]
export type AnchorVerb = (typeof anchorStates.transitions)[number]['verb']

/** Why anchoring does not go on. */
export const anchorFaults = [
  /** No endpoint answers. */
  'endpointsDown',
  /** The endpoints answer for another chain. */
  'wrongChain',
  /** There is no contract at the address. */
  'noContract',
  /** There is another contract at the address. */
  'wrongContract',
  /** The sender cannot pay for a transaction. */
  'funds',
  /** The chain asks for more than the limit of fees. */
  'feeLimit',
  /** The endpoints do not accept the transaction. */
  'refused',
  /** The contract refused the transaction. */
  'reverted',
  /** Endpoints contradict each other, or what they answer contradicts itself. */
  'disagreement',
  /** There is no second endpoint at present that confirms. */
  'unconfirmed',
  /** The contract has a head of this log that is larger than the log. */
  'ahead',
  /** The contract has a head of this log with another root: there are two histories. */
  'fork',
] as const
export type AnchorFault = (typeof anchorFaults)[number]

/** How an endpoint of the chain is. */
export const endpointStates = ['ok', 'down', 'wrongChain', 'behind'] as const
export type EndpointState = (typeof endpointStates)[number]
