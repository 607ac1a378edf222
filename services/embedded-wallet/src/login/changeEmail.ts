import { emailChangedMail } from '../mail/mailTexts.js'
import type { Caller, Service } from '../service.js'
import { ServiceError } from '../serviceError.js'
import type { Session } from '../sessions/sessions.js'
import { writeAudit } from '../writeAudit.js'
import { bucketOf } from './bucketOf.js'
import { checkCode, type CodeAnswer, createCodeLogin, redeemCode, mailCode, spendCode } from './codeLogins.js'
import { allowMail, normaliseEmail } from './emailLogin.js'

/**
 * Sends a code to the address that is known; a person without one goes on to the new address.
 *
 * @throws ServiceError email_unchanged, email_throttled
 */
export async function startEmailChange(
  service: Service,
  caller: Caller,
  session: Session,
  email: string,
): Promise<{ login: string; action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' }> {
  const nextEmail = normaliseEmail(email)
  const current = await readEmail(service, session.personId)
  if (current === nextEmail) {
    throw new ServiceError(409, 'email_unchanged', 'This is your address already. Choose another one.')
  }
  if (current === undefined) {
    return { login: await sendSecondary(service, caller, session, nextEmail), action: 'VERIFY_SECONDARY_OTP' }
  }
  const bucket = bucketOf(service, current, session.deviceId)
  await allowMail(service, caller, bucket)
  const { personId, deviceId } = session
  const asked = { purpose: 'change-primary', email: current, nextEmail, personId, deviceId, bucket } as const
  const { login, secret, code } = await createCodeLogin(service, caller, asked)
  await mailCode(service, login, code, caller.words)
  return { login: secret, action: 'VERIFY_PRIMARY_OTP' }
}

/** Takes the code of the known address, and sends one to the new address. */
export async function confirmPrimary(
  service: Service,
  caller: Caller,
  session: Session,
  answer: CodeAnswer,
): Promise<{ login: string }> {
  const login = await checkCode(service, caller, 'change-primary', answer)
  if (login.person_id !== session.personId || login.next_email === null) throw foreign()
  const secret = await sendSecondary(service, caller, session, login.next_email)
  // Only now: when the next mail has to wait, or can't be sent, the same code goes on later.
  await spendCode(service, login)
  return { login: secret }
}

/** Takes the code of the new address, and makes it the one to sign in with. Every other session ends. */
export async function confirmSecondary(
  service: Service,
  caller: Caller,
  session: Session,
  answer: CodeAnswer,
): Promise<{ email: string }> {
  const { database, clock, mailer } = service
  const login = await redeemCode(service, caller, 'change-secondary', answer)
  if (login.person_id !== session.personId) throw foreign()
  const before = await readEmail(service, session.personId)
  await database.writes.transaction().execute(async (transaction) => {
    const taken = await transaction
      .insertInto('identity')
      .values({ provider: 'email', subject: login.email, person_id: session.personId, name: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (taken.numInsertedOrUpdatedRows !== 1n) {
      throw new ServiceError(
        409,
        'email_taken',
        'This address belongs to another wallet. Choose another one.',
      )
    }
    await transaction
      .deleteFrom('identity')
      .where('provider', '=', 'email')
      .where('person_id', '=', session.personId)
      .where('subject', '!=', login.email)
      .execute()
    await transaction
      .updateTable('session')
      .set({ ended_at: clock.now() })
      .where('person_id', '=', session.personId)
      .where('id', '!=', session.id)
      .where('ended_at', 'is', null)
      .execute()
    const { personId } = session
    await writeAudit(service, 'email-changed', { personId, origin: caller.origin }, transaction)
  })
  // The change stands, whether the old address can still be reached or not.
  if (before !== undefined)
    await mailer.send(emailChangedMail(before, login.email, caller.words)).catch(() => {})
  return { email: login.email }
}

async function sendSecondary(
  service: Service,
  caller: Caller,
  session: Session,
  email: string,
): Promise<string> {
  const bucket = `change:${session.deviceId}`
  // Counted for the address, too: many wallets must not get more mails to it than one that signs in.
  await allowMail(service, caller, bucket, bucketOf(service, email, null))
  const { personId, deviceId } = session
  const asked = { purpose: 'change-secondary', email, personId, deviceId, bucket } as const
  const { login, secret, code } = await createCodeLogin(service, caller, asked)
  await mailCode(service, login, code, caller.words)
  return secret
}

export async function readEmail({ database }: Service, personId: string): Promise<string | undefined> {
  const row = await database.reads
    .selectFrom('identity')
    .select('subject')
    .where('provider', '=', 'email')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.subject
}

const foreign = () =>
  new ServiceError(400, 'code_expired', 'That code is no longer valid. Ask for a new one.')
