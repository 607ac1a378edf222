import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import * as z from 'zod/mini'
import { mostHeld } from '../mostHeld.js'
import { takeFrom } from '../rates/limits.js'
import type { Database } from '../database/schema.js'
import type { Caller, Service } from '../service.js'
import { ServiceError } from '../serviceError.js'
import type { Session } from '../sessions/sessions.js'
import { type SignedIn, signIn } from '../sessions/signIn.js'
import { full, requireRoom } from '../wallets/requireRoom.js'
import { writeAudit } from '../writeAudit.js'
import { readEmail } from './changeEmail.js'
import { createChallenge, takeChallenge } from './challenges.js'
import { checkPasskeyKey } from './checkPasskeyKey.js'

/** What a person's device shows beside the passkey. */
const relyingParty = 'Wallet'

/** Passkeys belong to the name of the service's host, whatever app frames it. */
const relyingPartyId = ({ publicOrigin }: Service) => new URL(publicOrigin).hostname

interface PasskeyAnswer<Response> {
  readonly secret: string
  readonly response: Response
}

/** Asks for any passkey of this service that the person's devices hold. */
export async function startPasskeyLogin(
  service: Service,
  caller: Caller,
): Promise<{ login: string; options: PublicKeyCredentialRequestOptionsJSON }> {
  await takeFrom(service.rates, service.limits, 'startsPerIp', caller.ip)
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(service),
    userVerification: 'required',
  })
  const login = await createChallenge(service, caller, { purpose: 'passkey-login', value: options.challenge })
  return { login, options }
}

/** @throws ServiceError login_failed */
export async function finishPasskeyLogin(
  service: Service,
  caller: Caller,
  { secret, response }: PasskeyAnswer<AuthenticationResponseJSON>,
): Promise<SignedIn> {
  await takeFrom(service.rates, service.limits, 'triesPerIp', caller.ip)
  const { value } = await takeChallenge(service, caller, { purpose: 'passkey-login', secret })
  const { database } = service
  const passkey = await database.reads
    .selectFrom('passkey')
    .selectAll()
    .where('id', '=', response.id)
    .executeTakeFirst()
  if (!passkey)
    throw refused('This passkey belongs to no wallet here. Make a new one, or sign in another way.')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: value,
    expectedOrigin: service.publicOrigin,
    expectedTopOrigin: caller.origin,
    expectedRPID: relyingPartyId(service),
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((cause) => {
    throw refused(undefined, cause)
  })
  if (!verified) throw refused()
  await database.writes
    .updateTable('passkey')
    .set({ counter: authenticationInfo.newCounter })
    .where('id', '=', passkey.id)
    .execute()
  return signIn(service, caller, { provider: 'passkey', subject: passkey.id, name: null, deviceId: null })
}

/** Asks for a new passkey: of the person who is signed in, or of a new one. @throws ServiceError limit_reached */
export async function startNewPasskey(
  service: Service,
  caller: Caller,
  session: Session | undefined,
): Promise<{ login: string; options: PublicKeyCredentialCreationOptionsJSON }> {
  const { database } = service
  await takeFrom(service.rates, service.limits, 'startsPerIp', caller.ip)
  const email = session && (await readEmail(service, session.personId))
  const known = session
    ? await database.reads
        .selectFrom('passkey')
        .select('id')
        .where('person_id', '=', session.personId)
        .execute()
    : []
  // Before the person's device makes one that would open nothing.
  if (known.length >= mostHeld.passkeys) throw full('passkeys')
  const options = await generateRegistrationOptions({
    rpName: relyingParty,
    rpID: relyingPartyId(service),
    userName: email ?? `${relyingParty} of ${new URL(caller.origin).host}`,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const login = await createChallenge(service, caller, {
    purpose: 'passkey-new',
    value: options.challenge,
    personId: session?.personId ?? null,
  })
  return { login, options }
}

/** Makes a new person who is known by a new passkey. @throws ServiceError login_failed */
export async function signUpByPasskey(
  service: Service,
  caller: Caller,
  answer: PasskeyAnswer<RegistrationResponseJSON>,
): Promise<SignedIn> {
  await takeFrom(service.rates, service.limits, 'triesPerIp', caller.ip)
  const made = await verifyNew(service, caller, answer, null)
  const identity = { provider: 'passkey', subject: made.id, name: null, deviceId: null }
  return signIn(service, caller, identity, async (transaction, personId, isNew) => {
    // A known credential is somebody's, whether its key is still here or not.
    if (!isNew) throw refused()
    await keepPasskey(service, transaction, personId, made)
  })
}

/** Adds a passkey for the person who is signed in. @throws ServiceError login_failed, limit_reached */
export async function addPasskey(
  service: Service,
  caller: Caller,
  { personId }: Session,
  answer: PasskeyAnswer<RegistrationResponseJSON>,
): Promise<void> {
  const made = await verifyNew(service, caller, answer, personId)
  await service.database.writes.transaction().execute(async (transaction) => {
    await requireRoom(transaction, personId, 'passkeys')
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('identity')
      .values({ provider: 'passkey', subject: made.id, person_id: personId, name: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw refused()
    await keepPasskey(service, transaction, personId, made)
    await writeAudit(service, 'passkey-added', { personId, origin: caller.origin }, transaction)
  })
}

interface NewPasskey {
  readonly id: string
  readonly publicKey: string
  readonly counter: number
}

const clientData = z.object({ topOrigin: z.optional(z.string()) })

async function verifyNew(
  service: Service,
  caller: Caller,
  { secret, response }: PasskeyAnswer<RegistrationResponseJSON>,
  personId: string | null,
): Promise<NewPasskey> {
  const { value } = await takeChallenge(service, caller, { purpose: 'passkey-new', secret, personId })
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: value,
      expectedOrigin: service.publicOrigin,
      expectedRPID: relyingPartyId(service),
      requireUserVerification: true,
    })
    const text = Buffer.from(response.response.clientDataJSON, 'base64url').toString()
    const { topOrigin = caller.origin } = z.parse(clientData, JSON.parse(text))
    if (!verified || topOrigin !== caller.origin) throw new Error(`It was made in a page of ${topOrigin}.`)
    const { id, publicKey, counter } = registrationInfo.credential
    checkPasskeyKey(publicKey)
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
  } catch (cause) {
    throw refused(undefined, cause)
  }
}

async function keepPasskey(
  { clock }: Service,
  transaction: Database,
  personId: string,
  { id, publicKey, counter }: NewPasskey,
): Promise<void> {
  await transaction
    .insertInto('passkey')
    .values({ id, person_id: personId, public_key: publicKey, counter, created_at: clock.now() })
    .execute()
}

const refused = (message = "The passkey couldn't be checked. Try again.", cause?: unknown) =>
  new ServiceError(401, 'login_failed', message, { cause })
