import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import { mailPage } from './mailPage.js'

export interface Mail {
  readonly id: number
  readonly from: string
  /** The addresses that the SMTP client named, whatever the headers say. */
  readonly recipients: readonly string[]
  readonly subject: string
  readonly text: string
  readonly headers: readonly string[]
  /** Milliseconds since 1970. */
  readonly receivedAt: number
}

export interface MailOptions {
  /** Port of the page and its JSON. Default a free one. */
  readonly port?: number
  /** Port for SMTP. Default a free one. */
  readonly smtpPort?: number
}

export interface MailSink {
  /** Where the mails are listed, for example http://127.0.0.1:8025. `/mails` answers them as JSON. */
  readonly url: string
  /** For example smtp://127.0.0.1:2525. */
  readonly smtpUrl: string
  /** Newest last. */
  mails(to?: string): readonly Mail[]
  /** Resolves with the first mail to an address that came after `after` mails to it. */
  next(to: string, after?: number): Promise<Mail>
  clear(): void
  stop(): Promise<void>
}

/** Older mails are forgotten above this. */
const mailsKept = 1000

/** Starts a mail server on loopback that keeps every mail for a page and for tests, and hands none on. */
export async function startMail({ port = 0, smtpPort = 0 }: MailOptions = {}): Promise<MailSink> {
  const box: Mail[] = []
  const waiting = new Set<() => void>()
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        count += 1
        box.push({
          id: count,
          from: mail.from?.text ?? '',
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          headers: mail.headerLines.map(({ line }) => line),
          receivedAt: Date.now(),
        })
        if (box.length > mailsKept) box.shift()
        done()
        for (const look of waiting) look()
      }, done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(smtpPort, '127.0.0.1', () => resolve())
  })
  // Of a connection that its client left in the middle, which is over. Nobody else's is.
  server.on('error', () => {})
  const mails = (to?: string) =>
    to === undefined ? [...box] : box.filter(({ recipients }) => recipients.includes(to))
  const page = createServer((request, response) => answer(request.url ?? '/', mails, response))
  const pagePort = await listen(page, port)
  return {
    url: `http://127.0.0.1:${pagePort}`,
    smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    next: (to, after = 0) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = mails(to)[after]
          if (!mail) return
          waiting.delete(look)
          resolve(mail)
        }
        waiting.add(look)
        look()
      }),
    clear() {
      box.length = 0
    },
    async stop() {
      await close(page)
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function answer(path: string, mails: (to?: string) => readonly Mail[], response: ServerResponse): void {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const to = searchParams.get('to') ?? undefined
  if (pathname === '/mails') {
    response
      .writeHead(200, {
        ...crossOriginHeaders,
        'content-type': 'application/json',
        'cache-control': 'no-store',
      })
      .end(JSON.stringify(mails(to)))
  } else if (pathname === '/') {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
    }
    response.writeHead(200, headers).end(mailPage(mails(to)))
  } else response.writeHead(404).end()
}
