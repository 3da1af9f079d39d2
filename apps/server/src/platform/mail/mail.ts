import type { MailFault } from '@timbermark/contract'
import { createTransport } from 'nodemailer'
import type { MailSettings } from '../settings.ts'

/** Milliseconds for the connection and the greeting, and for each answer after it. */
const connectMs = 10_000
const answerMs = 20_000

/** The server did not accept a mail. The message holds no password: it is the kind of fault, and the server's reply code. */
export class MailError extends Error {
  readonly fault: MailFault

  constructor(fault: MailFault, replyCode?: number) {
    super(replyCode ? `${fault} ${replyCode}` : fault)
    this.name = 'MailError'
    this.fault = fault
  }
}

export interface Mail {
  /** Stays the same when a mail is sent again, so that its recipient sees it once (RFC 5322, 3.6.4). */
  id: string
  subject: string
  text: string
}

/**
 * Sends a mail to all recipients in the settings; completely or not at all, as far as the server reports.
 * @throws MailError
 */
export async function sendMail({ url, from, to }: MailSettings, { id, subject, text }: Mail): Promise<void> {
  const { protocol, hostname } = new URL(url)
  const transport = createTransport(
    {
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: answerMs,
      // A password in clear text could be read on the network; a connection on the same machine does not use it.
      requireTLS: protocol === 'smtp:' && !isLoopbackHost(hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  try {
    const { rejected } = await transport.sendMail({
      to,
      subject,
      text,
      messageId: `<${id}@${from.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    if (rejected.length > 0) throw new MailError('refused')
  } catch (error) {
    throw toMailError(error)
  } finally {
    transport.close()
  }
}

const isLoopbackHost = (host: string) => host === 'localhost' || host === '[::1]' || host.startsWith('127.')

function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const { code, responseCode } = (error ?? {}) as { code?: string; responseCode?: number }
  const known: Record<string, MailFault> = {
    EAUTH: 'auth',
    ENOAUTH: 'auth',
    ECONNECTION: 'connect',
    ESOCKET: 'connect',
    EDNS: 'connect',
    ECONNREFUSED: 'connect',
    ETIMEDOUT: 'timeout',
    ETLS: 'tls',
    EREQUIRETLS: 'tls',
    EENVELOPE: 'refused',
    EMESSAGE: 'refused',
    EPROTOCOL: 'refused',
  }
  return new MailError(known[code ?? ''] ?? 'other', responseCode)
}
