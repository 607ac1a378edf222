import { emailPause, throttleSentence } from '@latchkey/plugin-email-auth/protocol'
import { codeLifetime } from '@latchkey/plugin-email-auth/protocol'
import { deviceMail } from '../mail/mailTexts.js'
import { checkAgainst, takeFrom } from '../rates/limits.js'
import { hashToken } from '../secrets.js'
import type { Caller, Service } from '../service.js'
import { ServiceError } from '../serviceError.js'
import { signIn, type SignedIn } from '../sessions/signIn.js'
import type { Words } from '../words/translate.js'
import { writeAudit } from '../writeAudit.js'
import { bucketOf } from './bucketOf.js'
import {
  createCodeLogin,
  createDeviceLogin,
  keepCode,
  type Login,
  mailCode,
  redeemCode,
  sendMail,
} from './codeLogins.js'

/** One address is one address, however it is typed. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase()

export interface EmailLoginStarted {
  readonly login: string
  readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
}

/**
 * Sends a code, or, when the address has a wallet that this device never opened, a link that approves the device.
 *
 * @throws ServiceError email_throttled, too_many_requests, service_unavailable
 */
export async function startEmailLogin(
  service: Service,
  caller: Caller,
  { email, deviceToken }: { readonly email: string; readonly deviceToken?: string | undefined },
): Promise<EmailLoginStarted> {
  const address = normaliseEmail(email)
  const known = await findKnown(service, address, deviceToken)
  const bucket = bucketOf(service, address, known.deviceId)
  await allowMail(service, caller, bucket)
  const needsApproval = known.personId !== null && known.deviceId === null
  const asked = { purpose: 'sign-in', email: address, ...known, bucket } as const
  if (needsApproval) {
    const { login, secret, token } = await createDeviceLogin(service, caller, asked)
    await sendLink(service, login, token, caller.words)
    return { login: secret, action: 'VERIFY_DEVICE' }
  }
  const { login, secret, code } = await createCodeLogin(service, caller, asked)
  await mailCode(service, login, code, caller.words)
  return { login: secret, action: 'VERIFY_OTP' }
}

/** @throws ServiceError when another mail must wait */
export async function allowMail(
  { limits, rates }: Service,
  caller: Caller,
  ...buckets: readonly string[]
): Promise<void> {
  await takeFrom(rates, limits, 'codesPerIp', caller.ip)
  const pauses = buckets.map((bucket) => `mail:${bucket}`)
  // All are asked before one is taken: what is refused uses up nothing.
  for (const bucket of buckets) {
    await checkAgainst(rates, limits, 'triesPerEmail', bucket)
    await checkAgainst(rates, limits, 'codesPerEmail', bucket)
  }
  refusePaused(await Promise.all(pauses.map((key) => rates.left(key, emailPause))))
  // Of requests at the same time, one gets the pause.
  for (const key of pauses) refusePaused([await rates.pause(key, emailPause)])
  for (const bucket of buckets) await takeFrom(rates, limits, 'codesPerEmail', bucket)
}

/** @param left Milliseconds. @throws ServiceError email_throttled with the longest of them */
function refusePaused(left: readonly number[]): void {
  const seconds = Math.ceil(Math.max(...left) / 1000)
  if (seconds > 0)
    throw new ServiceError(429, 'email_throttled', throttleSentence(seconds), { retryAfter: seconds })
}

async function findKnown(
  { database }: Service,
  email: string,
  deviceToken: string | undefined,
): Promise<{ personId: string | null; deviceId: string | null }> {
  const identity = await database.reads
    .selectFrom('identity')
    .select('person_id')
    .where('provider', '=', 'email')
    .where('subject', '=', email)
    .executeTakeFirst()
  if (!identity) return { personId: null, deviceId: null }
  const device =
    deviceToken === undefined
      ? undefined
      : await database.reads
          .selectFrom('device')
          .select('id')
          .where('person_id', '=', identity.person_id)
          .where('token_hash', '=', hashToken(deviceToken))
          .executeTakeFirst()
  return { personId: identity.person_id, deviceId: device?.id ?? null }
}

async function sendLink(service: Service, login: Login, token: string, words: Words): Promise<void> {
  const { mailer, publicOrigin } = service
  const link = `${publicOrigin}/approve-device#${token}`
  const { email, origin, description } = login
  await sendMail(service, () => mailer.send(deviceMail({ to: email, link, origin, description }, words)))
}

/** What an approval link is for, so that its page can show it before anything is approved. */
export async function readApproval(
  { database, clock }: Service,
  token: string,
): Promise<{ readonly origin: string; readonly description: string }> {
  const login = await database.reads
    .selectFrom('login')
    .select(['origin', 'description'])
    .where('link_hash', '=', hashToken(token))
    .where('state', '=', 'device')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!login) throw linkExpired()
  return login
}

/** Approves the device once, and sends it the code. */
export async function approveDevice(service: Service, token: string, words: Words): Promise<void> {
  const { database, clock } = service
  // Both or none: a link that was used without a code leads nowhere.
  const { login, code } = await database.writes.transaction().execute(async (transaction) => {
    const approved = await transaction
      .updateTable('login')
      .set({ state: 'code', link_hash: null, expires_at: clock.now() + codeLifetime })
      .where('link_hash', '=', hashToken(token))
      .where('state', '=', 'device')
      .where('expires_at', '>', clock.now())
      .returningAll()
      .executeTakeFirst()
    if (!approved) throw linkExpired()
    const { person_id: personId, origin } = approved
    await writeAudit(service, 'device-approved', { personId, origin }, transaction)
    return { login: approved, code: await keepCode(service, transaction, approved) }
  })
  await mailCode(service, login, code, words)
}

const linkExpired = () =>
  new ServiceError(
    404,
    'not_found',
    'This link was used already, or is no longer valid. Sign in again for a new one.',
  )

/** Whether the device was approved. A login that is over is an error, so that nobody waits for it. */
export async function isDeviceApproved(
  { database, clock }: Service,
  caller: Caller,
  secret: string,
): Promise<boolean> {
  const login = await database.reads
    .selectFrom('login')
    .select(['state', 'expires_at'])
    .where('secret_hash', '=', hashToken(secret))
    .where('origin', '=', caller.origin)
    .executeTakeFirst()
  if (!login || login.expires_at <= clock.now() || (login.state !== 'device' && login.state !== 'code')) {
    throw new ServiceError(400, 'device_not_approved', 'The device was not approved in time. Sign in again.')
  }
  return login.state === 'code'
}

/** @throws ServiceError code_wrong, code_expired, too_many_tries, too_many_requests */
export async function finishEmailLogin(
  service: Service,
  caller: Caller,
  answer: { readonly secret: string; readonly code: string },
): Promise<SignedIn> {
  const login = await redeemCode(service, caller, 'sign-in', answer)
  return signIn(service, caller, {
    provider: 'email',
    subject: login.email,
    name: null,
    deviceId: login.device_id,
  })
}
