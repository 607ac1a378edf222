import { codeLifetime } from '@latchkey/plugin-email-auth/protocol'
import type { Database, LoginPurpose, Schema } from '../database/schema.js'
import { codeMail } from '../mail/mailTexts.js'
import { takeFrom } from '../rates/limits.js'
import { hashToken, isSame, keyedHash, randomCode, randomId, randomToken } from '../secrets.js'
import type { Caller, Service } from '../service.js'
import { ServiceError } from '../serviceError.js'
import type { Words } from '../words/translate.js'
import { writeAudit } from '../writeAudit.js'
import { bucketOf } from './bucketOf.js'

export type Login = Schema['login']

/** After so many tries a login is over, whatever is tried next. */
const triesPerLogin = 5

interface NewLogin {
  readonly purpose: LoginPurpose
  readonly email: string
  readonly nextEmail?: string
  readonly personId: string | null
  readonly deviceId: string | null
  /** What is counted together: an address, or one approved device of it. */
  readonly bucket: string
}

/** Starts a login that a code decides, and ends the ones before it that were for the same. `secret` is for the browser that asked, alone. */
export async function createCodeLogin(
  service: Service,
  caller: Caller,
  asked: NewLogin,
): Promise<{ login: Login; secret: string; code: string }> {
  const [id, code] = [randomId(), randomCode()]
  const proof = { id, state: 'code', code_hash: hashCode(service.pepper, id, code), link_hash: null } as const
  return { ...(await insertLogin(service, caller, asked, proof)), code }
}

/** The same for a login whose device is approved by a link first. `token` is for the link. */
export async function createDeviceLogin(
  service: Service,
  caller: Caller,
  asked: NewLogin,
): Promise<{ login: Login; secret: string; token: string }> {
  const token = randomToken()
  const proof = { id: randomId(), state: 'device', code_hash: null, link_hash: hashToken(token) } as const
  return { ...(await insertLogin(service, caller, asked, proof)), token }
}

/** Whole with its proof, or not at all: a login that nothing can finish would keep the ones before it ended for nothing. */
async function insertLogin(
  { database, clock }: Service,
  caller: Caller,
  { purpose, email, nextEmail, personId, deviceId, bucket }: NewLogin,
  proof: Pick<Login, 'id' | 'state' | 'code_hash' | 'link_hash'>,
): Promise<{ login: Login; secret: string }> {
  const secret = randomToken()
  const now = clock.now()
  const login: Login = {
    ...proof,
    secret_hash: hashToken(secret),
    purpose,
    email,
    next_email: nextEmail ?? null,
    origin: caller.origin,
    person_id: personId,
    device_id: deviceId,
    description: caller.description,
    tries: 0,
    bucket,
    created_at: now,
    expires_at: now + codeLifetime,
  }
  await database.writes.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('login')
      .set({ state: 'void' })
      .where('bucket', '=', bucket)
      .where('purpose', '=', purpose)
      .where('state', 'in', ['device', 'code'])
      .execute()
    await transaction.insertInto('login').values(login).execute()
  })
  return { login, secret }
}

/** Makes a code for a login, and keeps its hash. */
export async function keepCode(
  { clock, pepper }: Service,
  writes: Database,
  login: Pick<Login, 'id'>,
): Promise<string> {
  const code = randomCode()
  await writes
    .updateTable('login')
    .set({
      state: 'code',
      code_hash: hashCode(pepper, login.id, code),
      expires_at: clock.now() + codeLifetime,
    })
    .where('id', '=', login.id)
    .where('state', 'in', ['device', 'code'])
    .execute()
  return code
}

/** Sends a code that is kept. */
export async function mailCode(service: Service, login: Login, code: string, words: Words): Promise<void> {
  const { mailer, metrics, publicOrigin } = service
  const { email, origin, description } = login
  await sendMail(service, () =>
    mailer.send(codeMail({ to: email, code, origin, description }, new URL(publicOrigin).hostname, words)),
  )
  metrics.count('codes_sent')
  await writeAudit(service, 'code-sent', { personId: login.person_id, origin, detail: login.purpose })
}

/** What goes wrong with mail is not told in detail: it may name the server. */
export async function sendMail(_service: Service, send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (cause) {
    throw new ServiceError(503, 'service_unavailable', "The mail couldn't be sent. Try again in a minute.", {
      cause,
    })
  }
}

const hashCode = (pepper: Uint8Array, loginId: string, code: string) =>
  keyedHash(pepper, 'code', loginId, code)

export interface CodeAnswer {
  readonly secret: string
  readonly code: string
}

/**
 * Takes a code, once.
 *
 * @throws ServiceError code_wrong, code_expired, too_many_tries, too_many_requests
 */
export async function redeemCode(
  service: Service,
  caller: Caller,
  purpose: LoginPurpose,
  answer: CodeAnswer,
): Promise<Login> {
  const login = await checkCode(service, caller, purpose, answer)
  await spendCode(service, login)
  return login
}

/**
 * Checks a code, which stays open until `spendCode`. A try is counted before the code is looked at, in one statement, so that
 * many at the same time are no more tries than one after the other.
 *
 * @throws ServiceError code_wrong, code_expired, too_many_tries, too_many_requests
 */
export async function checkCode(
  service: Service,
  caller: Caller,
  purpose: LoginPurpose,
  { secret, code }: CodeAnswer,
): Promise<Login> {
  const { database, clock, limits, metrics, pepper, rates } = service
  await takeFrom(rates, limits, 'triesPerIp', caller.ip)
  const secretHash = hashToken(secret)
  const login = await database.writes
    .updateTable('login')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('secret_hash', '=', secretHash)
    .where('purpose', '=', purpose)
    .where('origin', '=', caller.origin)
    .where('state', '=', 'code')
    .where('tries', '<', triesPerLogin)
    .where('expires_at', '>', clock.now())
    .returningAll()
    .executeTakeFirst()
  if (!login) throw await whyNot(service, secretHash)
  await takeFrom(rates, limits, 'triesPerEmail', login.bucket)
  if (purpose === 'change-secondary') {
    // It proves who an address belongs to, as a sign-in does: with a bucket for each wallet, many wallets could guess without end.
    await takeFrom(rates, limits, 'triesPerEmail', bucketOf(service, login.email, null))
  }
  if (!login.code_hash || !isSame(login.code_hash, hashCode(pepper, login.id, code))) {
    metrics.count('codes_wrong')
    await writeAudit(service, 'code-wrong', { personId: login.person_id, origin: caller.origin })
    if (login.tries >= triesPerLogin) throw tooManyTries()
    throw new ServiceError(400, 'code_wrong', 'That code is not right. Check the newest mail and try again.')
  }
  return login
}

/** Of requests at the same time, one spends it. @throws ServiceError code_expired */
export async function spendCode({ database }: Service, login: Login): Promise<void> {
  const { numUpdatedRows } = await database.writes
    .updateTable('login')
    .set({ state: 'done', code_hash: null })
    .where('id', '=', login.id)
    .where('state', '=', 'code')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw expired()
}

async function whyNot({ database }: Service, secretHash: string): Promise<ServiceError> {
  const login = await database.reads
    .selectFrom('login')
    .select(['tries', 'state'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return login?.state === 'code' && login.tries >= triesPerLogin ? tooManyTries() : expired()
}

const expired = () =>
  new ServiceError(400, 'code_expired', 'That code is no longer valid. Ask for a new one.')
const tooManyTries = () => new ServiceError(429, 'too_many_tries', 'Too many wrong codes. Ask for a new one.')
