/**
 * What kept a mail from being taken, as far as a person can do something about it; its words are `error.monitor.mail.<fault>`.
 */
export const mailFaults = ['auth', 'connect', 'timeout', 'tls', 'refused', 'other'] as const
export type MailFault = (typeof mailFaults)[number]
