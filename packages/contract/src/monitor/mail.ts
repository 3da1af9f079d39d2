/**
 * Faults of mail delivery that a person can remedy; their phrases are `error.monitor.mail.<fault>`.
 */
export const mailFaults = ['auth', 'connect', 'timeout', 'tls', 'refused', 'other'] as const
export type MailFault = (typeof mailFaults)[number]
