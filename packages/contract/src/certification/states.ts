import type { States } from '../states.ts'

/**
 * What codes are certified as. An enterprise reviews its codes itself (`submit`), or authorizes another one to do so
 * (`authorize`); either way is left by `withdraw`. Of codes about which nothing was said, the first state holds.
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
