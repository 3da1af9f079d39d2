import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that can fail as mail servers do, and what it has taken. */
export class Mailbox {
  readonly #server: SMTPServer
  /** Message ids of what was taken, with how often. */
  readonly taken = new Map<string, number>()
  /** Takes mails, and breaks the line instead of saying so. */
  #breaking = false
  #broken = 0

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
        stream.on('end', () => {
          const id = /^message-id:\s*<([^>@]+)/im.exec(text)?.[1] ?? ''
          this.taken.set(id, (this.taken.get(id) ?? 0) + 1)
          if (!this.#breaking) return done()
          this.#broken++
          ;(session as { connection?: { _socket?: Socket } }).connection?._socket?.destroy()
          done(Object.assign(new Error('broken'), { responseCode: 421 }))
        })
      },
    })
    this.#server.on('error', () => {})
  }

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox()
    await new Promise<void>(done => mailbox.#server.listen(0, '127.0.0.1', done))
    return mailbox
  }

  /** Settings of a server that sends its mail here. */
  get environment(): Record<string, string> {
    const { port } = this.#server.server.address() as { port: number }
    return {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'campaign@example.com',
      ALARM_MAIL_TO: 'operator@example.com',
    }
  }

  /** From now on mails are taken without an answer, or answered again. */
  breakAnswers(breaking: boolean): void {
    this.#breaking = breaking
  }

  /** Mails that were taken without an answer so far. */
  get broken(): number {
    return this.#broken
  }

  close(): Promise<void> {
    return new Promise(done => this.#server.close(() => done()))
  }
}
