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
    { verb: 'submit', from: ['notAuthorized'], to: 'notYetCertified', by: 'separateCall' },
    { verb: 'authorize', from: ['notAuthorized'], to: 'authorizedNotCertified', by: 'separateCall' },
    { verb: 'pass', from: ['notYetCertified', 'authorizedNotCertified'], to: 'certified', by: 'separateCall' },
    { verb: 'fail', from: ['notYetCertified'], to: 'failed', by: 'separateCall' },
    { verb: 'fail', from: ['authorizedNotCertified'], to: 'authorizedFailed', by: 'separateCall' },
    { verb: 'resubmit', from: ['failed'], to: 'notYetCertified', by: 'separateCall' },
    { verb: 'resubmit', from: ['authorizedFailed'], to: 'authorizedNotCertified', by: 'separateCall' },
    {
      verb: 'withdraw',
      from: ['notYetCertified', 'authorizedNotCertified', 'failed', 'authorizedFailed', 'certified'],
      to: 'notAuthorized',
      by: 'separateCall',
    },
  ],
  editable: [],
  removable: [],
} as const satisfies States

export type CertificationState = (typeof certificationStates.values)[number]
export type CertificationVerb = (typeof certificationStates.transitions)[number]['verb']
