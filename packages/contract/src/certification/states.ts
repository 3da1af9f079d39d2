import type { States } from '../states.ts'

/**
 * Certification states of codes. An enterprise reviews its codes itself (`submit`) or authorizes another one
 * (`authorize`); `withdraw` ends both. Codes without any step are in the first state.
 */
export const certificationStates = {
  field: 'state',
  initial: 'notAuthorized',
  values: ['notAuthorized', 'notYetCertified', 'authorizedNotCertified', 'failed', 'authorizedFailed', 'certified'],
  transitions: [
    { verb: 'submit', from: ['notAuthorized'], to: 'notYetCertified', by: 'ownCall' },
    { verb: 'authorize', from: ['notAuthorized'], to: 'authorizedNotCertified', by: 'ownCall' },
    { verb: 'pass', from: ['notYetCertified', 'authorizedNotCertified'], to: 'certified', by: 'ownCall' },
    { verb: 'fail', from: ['notYetCertified'], to: 'failed', by: 'ownCall' },
    { verb: 'fail', from: ['authorizedNotCertified'], to: 'authorizedFailed', by: 'ownCall' },
    { verb: 'resubmit', from: ['failed'], to: 'notYetCertified', by: 'ownCall' },
    { verb: 'resubmit', from: ['authorizedFailed'], to: 'authorizedNotCertified', by: 'ownCall' },
    {
      verb: 'withdraw',
      from: ['notYetCertified', 'authorizedNotCertified', 'failed', 'authorizedFailed', 'certified'],
      to: 'notAuthorized',
      by: 'ownCall',
    },
  ],
  editable: [],
  removable: [],
} as const satisfies States

export type CertificationState = (typeof certificationStates.values)[number]
export type CertificationVerb = (typeof certificationStates.transitions)[number]['verb']
