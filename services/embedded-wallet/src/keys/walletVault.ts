import { base64urlnopad } from '@scure/base'
import { openWithCode, openWithPrf, sealWithCode, sealWithPrf } from './recoveryCode.js'
import { joinKey, splitKey } from './splitKey.js'
import { type Addresses, createEntropy, deriveKeys } from './walletKey.js'

export interface Recovery {
  readonly kind: 'code' | 'passkey'
  readonly sealed: string
}

export interface SentSplit {
  readonly id: string
  /** base64url. */
  readonly share: string
  readonly recoveries: readonly Recovery[]
}

/** What only the person has: a code that was written down, or 32 bytes that a passkey answers. */
export type RecoverySecret =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly output: Uint8Array }

const sealWith = (secret: RecoverySecret, splitId: string, share: Uint8Array) =>
  secret.kind === 'code'
    ? sealWithCode(secret.code, splitId, share)
    : sealWithPrf(secret.output, splitId, share)

const openWith = (secret: RecoverySecret, splitId: string, sealed: string) =>
  secret.kind === 'code'
    ? openWithCode(secret.code, splitId, sealed)
    : openWithPrf(secret.output, splitId, sealed)

/** What the vault asks of the service, for the person who is signed in. Each call may fail before or after it was done. */
export interface VaultServer {
  read(): Promise<{ readonly wallet: Addresses | null; readonly splits: readonly { readonly id: string }[] }>
  create(wallet: { readonly addresses: Addresses; readonly split: SentSplit }): Promise<void>
  /** @throws an error whose `code` is `limit_reached` when the wallet has as many splits as it can have */
  addSplit(split: SentSplit): Promise<void>
  share(splitId: string): Promise<string>
  recoveries(): Promise<readonly (Recovery & { readonly split: string })[]>
}

/** What this device keeps of one split. The sealed third share is kept too: it and the code open the wallet without the service. */
export interface DeviceRecord {
  readonly split: string
  readonly addresses: Addresses
  /** base64url. */
  readonly share: string
  readonly recoveries: readonly Recovery[]
}

/** The frame's storage for one person. A record is written whole or not at all. */
export interface DeviceStore {
  list(): Promise<readonly DeviceRecord[]>
  put(record: DeviceRecord): Promise<void>
  /** Keeps a record until the page is left or the person signs out, and lists it after those that were put. */
  hold(record: DeviceRecord): Promise<void>
  remove(split: string): Promise<void>
}

export interface VaultPorts {
  readonly server: VaultServer
  readonly store: DeviceStore
}

/** The person has a wallet, and nothing on this device opens it. */
export class RecoveryNeededError extends Error {
  override readonly name = 'RecoveryNeededError'
  readonly code = 'recovery_needed'
}

const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Makes a wallet. The order is what keeps it safe when the page ends anywhere: the device's share is stored, the person keeps
 * the code, and only then the service learns of the wallet, with its share and the sealed one in one step. No address is
 * known before. A passkey keeps itself. What a page left that ended earlier opens no wallet, and is removed.
 */
export async function createWallet(
  { server, store }: VaultPorts,
  secret: RecoverySecret,
  keepSecret: () => Promise<void> = async () => {},
): Promise<Uint8Array> {
  const entropy = createEntropy()
  const { addresses } = deriveKeys(entropy)
  const { record, split } = await prepareSplit(entropy, addresses, secret)
  await store.put(record)
  await keepSecret()
  await server.create({ addresses, split })
  return entropy
}

/**
 * Opens the wallet with this device's share and the service's.
 *
 * @returns `undefined` when the person has no wallet yet
 * @throws RecoveryNeededError
 */
export async function openWallet({ server, store }: VaultPorts): Promise<Uint8Array | undefined> {
  const { wallet, splits } = await server.read()
  if (!wallet) return undefined
  const known = new Set(splits.map(({ id }) => id))
  for (const record of await store.list()) {
    if (!known.has(record.split)) await store.remove(record.split)
    else return joinKey([fromText(record.share), fromText(await server.share(record.split))], wallet)
  }
  throw new RecoveryNeededError('This device is new for the wallet. Use your recovery code or passkey.')
}

/**
 * Opens the wallet with the recovery code or passkey and the service's share, and gives this device a split of its own. The splits of
 * other devices stay as they are. A wallet that can't have another split opens all the same, and the next page asks again.
 *
 * @throws UnsealError when the code or passkey is not the wallet's
 */
export async function recoverWallet(
  { server, store }: VaultPorts,
  secret: RecoverySecret,
): Promise<Uint8Array> {
  const { wallet } = await server.read()
  if (!wallet) throw new RecoveryNeededError('This person has no wallet yet.')
  const { split, share } = await openAny(await server.recoveries(), secret)
  const entropy = await joinKey([share, fromText(await server.share(split))], wallet)
  const own = await prepareSplit(entropy, wallet, secret)
  await store.put(own.record)
  try {
    await server.addSplit(own.split)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'limit_reached') throw error
    await store.remove(own.record.split)
    // Stored, it and another device's share of the same split would make the key without the service.
    await store.hold({ split, addresses: wallet, share: toText(share), recoveries: [] })
  }
  return entropy
}

/**
 * Adds another way back: one more split, whose third share the new secret seals. Ways that are there stay.
 *
 * @throws RecoveryNeededError
 */
export async function addRecovery(ports: VaultPorts, secret: RecoverySecret): Promise<void> {
  const entropy = await openWallet(ports)
  if (!entropy) throw new RecoveryNeededError('This person has no wallet yet.')
  const { record, split } = await prepareSplit(entropy, deriveKeys(entropy).addresses, secret)
  entropy.fill(0)
  await ports.store.put(record)
  await ports.server.addSplit(split)
}

async function openAny(
  recoveries: readonly (Recovery & { readonly split: string })[],
  secret: RecoverySecret,
): Promise<{ split: string; share: Uint8Array }> {
  let reason: unknown = new RecoveryNeededError(
    secret.kind === 'code'
      ? 'This wallet has no recovery code. Use your passkey.'
      : 'This wallet has no passkey that opens it. Use your recovery code.',
  )
  for (const { kind, sealed, split } of recoveries) {
    if (kind !== secret.kind) continue
    try {
      return { split, share: await openWith(secret, split, sealed) }
    } catch (error) {
      reason = error
    }
  }
  throw reason
}

async function prepareSplit(
  entropy: Uint8Array,
  addresses: Addresses,
  secret: RecoverySecret,
): Promise<{ record: DeviceRecord; split: SentSplit }> {
  const id = randomId()
  const shares = await splitKey(entropy)
  const recoveries: readonly Recovery[] = [
    { kind: secret.kind, sealed: await sealWith(secret, id, shares.recovery) },
  ]
  shares.recovery.fill(0)
  return {
    record: { split: id, addresses, share: toText(shares.device), recoveries },
    split: { id, share: toText(shares.server), recoveries },
  }
}

const toText = (share: Uint8Array) => base64urlnopad.encode(share)
const fromText = (share: string) => base64urlnopad.decode(share)
