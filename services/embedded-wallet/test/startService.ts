import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailSink, startMail } from '../../../devstack/src/mail/index.js'
import {
  createKeyFile,
  type EmbeddedWalletOptions,
  type EmbeddedWalletService,
  startEmbeddedWallet,
} from '../src/index.js'

export const appOrigin = 'https://app.example.com'

export interface TestService {
  readonly service: EmbeddedWalletService
  readonly mail: MailSink
  readonly folder: string
  readonly keyFile: string
  /** What the service's clock says. */
  now(): number
  /** Moves the service's clock. */
  pass(milliseconds: number): void
  readonly faults: unknown[]
  stop(): Promise<void>
}

/** A service with real mail, and a clock that only moves when told. */
export async function startService(options: Partial<EmbeddedWalletOptions> = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-'))
  const keyFile = join(folder, 'keys')
  await createKeyFile(keyFile)
  const mail = await startMail()
  const faults: unknown[] = []
  let now = Date.now()
  const service = await startEmbeddedWallet({
    database: join(folder, 'wallet.db'),
    keys: keyFile,
    smtp: { url: mail.smtpUrl, from: 'Wallet <wallet@example.org>' },
    allowedOrigins: [appOrigin, 'https://*.other.example'],
    clock: { now: () => now },
    onFault: (error) => faults.push(error),
    ...options,
  })
  return {
    service,
    mail,
    folder,
    keyFile,
    faults,
    now: () => now,
    pass(milliseconds) {
      now += milliseconds
    },
    async stop() {
      await service.stop()
      await mail.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface Answer {
  readonly status: number
  readonly body: any
  readonly headers: Headers
}

/** Asks as the frame does: from the service's own origin, in an app's name. */
export function createCaller(
  url: string,
  { origin = appOrigin, headers = {} }: { origin?: string; headers?: Record<string, string> } = {},
) {
  return async (path: string, body: unknown = {}, access?: string): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'latchkey-app-origin': origin,
        ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    }
  }
}

export type Ask = ReturnType<typeof createCaller>

export const codeIn = (text: string) => /code is (\d{6})/.exec(text)?.[1] ?? ''
export const linkIn = (text: string) => /(https?:\/\/\S+)#([\w-]{43})/.exec(text)?.[2] ?? ''

/** Signs a new address in by its mail. */
export async function signInByMail(
  ask: Ask,
  mail: MailSink,
  email: string,
  deviceToken?: string,
): Promise<Answer> {
  const address = email.toLowerCase()
  const before = mail.mails(address).length
  const started = await ask('/v1/login/email', { email, ...(deviceToken ? { deviceToken } : {}) })
  if (started.status !== 200) return started
  const { text } = await mail.next(address, before)
  return ask('/v1/login/code', { login: started.body.login, code: codeIn(text) })
}

export const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
