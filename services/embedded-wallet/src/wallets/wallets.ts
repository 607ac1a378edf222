import { randomBytes } from 'node:crypto'
import type { Database, Schema } from '../database/schema.js'
import { decryptBytes, encryptBytes } from '../envelope/authenticated.js'
import { takeFrom } from '../rates/limits.js'
import { randomId } from '../secrets.js'
import type { Caller, Service } from '../service.js'
import { ServiceError } from '../serviceError.js'
import type { Session } from '../sessions/sessions.js'
import { writeAudit } from '../writeAudit.js'
import { requireRoom } from './requireRoom.js'

export interface NewSplit {
  /** Random, made by the frame, so that asking twice is asking once. */
  readonly id: string
  /** The server's share, base64url. */
  readonly share: string
  /** The third share, sealed by something that only the person has. At least one. */
  readonly recoveries: readonly { readonly kind: 'code' | 'passkey'; readonly sealed: string }[]
}

export interface Addresses {
  readonly evm: string
  readonly solana: string
}

export interface WalletState {
  readonly wallet: Addresses | null
  /** Splits whose server share is here, and whether they were made on this device. */
  readonly splits: readonly { readonly id: string; readonly isThisDevice: boolean }[]
  readonly recoveries: readonly {
    readonly id: string
    readonly split: string
    readonly kind: 'code' | 'passkey'
  }[]
}

export async function readWallet(
  { database }: Service,
  { personId, deviceId }: Session,
): Promise<WalletState> {
  const wallet = await database.reads
    .selectFrom('wallet')
    .select(['evm', 'solana'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  const sets = await database.reads
    .selectFrom('share_set')
    .select(['id', 'device_id'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute()
  const recoveries = await database.reads
    .selectFrom('recovery')
    .select(['id', 'set_id as split', 'kind'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute()
  return {
    wallet: wallet ?? null,
    splits: sets.map(({ id, device_id }) => ({ id, isThisDevice: device_id === deviceId })),
    recoveries,
  }
}

/**
 * Notes the wallet with its first split. Everything of it or nothing, so that an address is known only when two shares are
 * safe: the server's, and the one that the person can unseal.
 *
 * @throws ServiceError conflict when the person has another wallet, or the split is somebody's
 */
export async function createWallet(
  service: Service,
  caller: Caller,
  session: Session,
  { addresses, split }: { readonly addresses: Addresses; readonly split: NewSplit },
): Promise<void> {
  const { database, clock, metrics } = service
  const rows = await sealSplit(service, session, split)
  const isNew = await database.writes.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto('wallet')
      .values({ person_id: session.personId, ...addresses, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows !== 1n) {
      await requireSameSplit(transaction, session, addresses, split.id)
      return false
    }
    await insertSplit(transaction, rows)
    await writeAudit(service, 'wallet-created', noteOf(caller, session, split), transaction)
    return true
  })
  if (isNew) metrics.count('wallets_created')
}

/** Asked again after a lost answer, it is the same wallet; otherwise another tab or device was first. */
async function requireSameSplit(
  database: Database,
  { personId }: Session,
  { evm, solana }: Addresses,
  splitId: string,
): Promise<void> {
  const same = await database
    .selectFrom('wallet')
    .innerJoin('share_set', 'share_set.person_id', 'wallet.person_id')
    .select('share_set.id')
    .where('wallet.person_id', '=', personId)
    .where('evm', '=', evm)
    .where('solana', '=', solana)
    .where('share_set.id', '=', splitId)
    .executeTakeFirst()
  if (!same) {
    throw new ServiceError(409, 'conflict', 'This person has a wallet already. Read it, and open that one.')
  }
}

/**
 * Adds another split of the same key: for a new device, or a new way back. Earlier ones stay as they are.
 *
 * @throws ServiceError not_found, conflict, limit_reached
 */
export async function addSplit(
  service: Service,
  caller: Caller,
  session: Session,
  split: NewSplit,
): Promise<void> {
  const { database } = service
  const rows = await sealSplit(service, session, split)
  await database.writes.transaction().execute(async (transaction) => {
    const wallet = await transaction
      .selectFrom('wallet')
      .select('person_id')
      .where('person_id', '=', session.personId)
      .executeTakeFirst()
    if (!wallet) throw new ServiceError(404, 'not_found', 'This person has no wallet yet. Make one first.')
    const known = await transaction
      .selectFrom('share_set')
      .select('person_id')
      .where('id', '=', split.id)
      .executeTakeFirst()
    if (known && known.person_id !== session.personId) throw knownSplit()
    if (known) return
    await requireRoom(transaction, session.personId, 'splits')
    await insertSplit(transaction, rows)
    await writeAudit(service, 'split-added', noteOf(caller, session, split), transaction)
  })
}

const noteOf = ({ origin }: Caller, { personId }: Session, { id }: NewSplit) => ({
  personId,
  origin,
  detail: id,
})

interface SplitRows {
  readonly set: Schema['share_set']
  readonly recoveries: readonly Schema['recovery'][]
}

const contextOf = (personId: string, splitId: string) => `latchkey/share/${personId}/${splitId}`

/** A fresh key seals the share, and the key-management service wraps that key. Both are bound to person and split. */
async function sealSplit({ clock, keys }: Service, session: Session, split: NewSplit): Promise<SplitRows> {
  const { personId, deviceId } = session
  const context = contextOf(personId, split.id)
  const dataKey = randomBytes(32)
  const { keyId, wrapped } = await keys.wrap(dataKey, context)
  const sealed = encryptBytes(dataKey, Buffer.from(split.share, 'base64url'), context)
  dataKey.fill(0)
  const createdAt = clock.now()
  return {
    set: {
      id: split.id,
      person_id: personId,
      device_id: deviceId,
      key_id: keyId,
      wrapped_key: Buffer.from(wrapped).toString('base64url'),
      sealed: Buffer.from(sealed).toString('base64url'),
      created_at: createdAt,
    },
    recoveries: split.recoveries.map(({ kind, sealed: box }) => ({
      id: randomId(),
      person_id: personId,
      set_id: split.id,
      kind,
      sealed: box,
      created_at: createdAt,
    })),
  }
}

/** @throws ServiceError conflict when the split is somebody's */
async function insertSplit(database: Database, { set, recoveries }: SplitRows): Promise<void> {
  const made = await database
    .insertInto('share_set')
    .values(set)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows !== 1n) throw knownSplit()
  if (recoveries.length > 0)
    await database
      .insertInto('recovery')
      .values([...recoveries])
      .execute()
}

const knownSplit = () => new ServiceError(409, 'conflict', 'This split is known already. Make another one.')

/** Releases the server's share of one split to the session's person. */
export async function releaseShare(
  service: Service,
  caller: Caller,
  { personId }: Session,
  splitId: string,
): Promise<{ share: string }> {
  const { database, keys, limits, metrics, rates } = service
  await takeFrom(rates, limits, 'sharesPerPerson', personId)
  const set = await database.reads
    .selectFrom('share_set')
    .selectAll()
    .where('id', '=', splitId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!set) throw new ServiceError(404, 'not_found', 'There is no such split of this wallet.')
  const context = contextOf(personId, splitId)
  const dataKey = await keys.unwrap(set.key_id, Buffer.from(set.wrapped_key, 'base64url'), context)
  const share = decryptBytes(dataKey, Buffer.from(set.sealed, 'base64url'), context)
  dataKey.fill(0)
  // Noted before it leaves: a release that nobody can see later must not happen.
  await writeAudit(service, 'share-released', { personId, origin: caller.origin, detail: splitId })
  metrics.count('shares_released')
  return { share: Buffer.from(share).toString('base64url') }
}

/** The sealed third shares, which are worth nothing without the person's code or passkey. */
export async function readRecoveries(
  { database }: Service,
  { personId }: Session,
): Promise<readonly { id: string; split: string; kind: 'code' | 'passkey'; sealed: string }[]> {
  return database.reads
    .selectFrom('recovery')
    .select(['id', 'set_id as split', 'kind', 'sealed'])
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .execute()
}
