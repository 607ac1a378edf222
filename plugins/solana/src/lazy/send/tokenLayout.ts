import { encodeBase58 } from '@latchkey/kernel/chain'
import type { Scale } from '../shownAmounts.js'

/** The head that accounts of both token programs share. */
export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly frozen: boolean
  /** Who may move that much of it beside the owner. */
  readonly delegate: { readonly address: string; readonly amount: bigint } | undefined
  /** Who may close it in place of the owner. */
  readonly closeAuthority: string | undefined
}

export interface Mint {
  /** Who may move or burn the token in anybody's account. */
  readonly permanentDelegate: string | undefined
  readonly decimals: number
  readonly rules: MintRules
  /** Absent where wallets show the amounts that are moved. */
  readonly scale?: Scale | undefined
}

/** What a mint of Token-2022 says of transfers. */
export interface MintRules {
  /** Whether another program has a say in each transfer, which then needs accounts that only it knows. */
  readonly transferHook: boolean
  readonly isTransferable: boolean
  /** Whether transfers are stopped now. */
  readonly isPaused: boolean
  readonly isPausable: boolean
  /** Whether new accounts cannot be used before the issuer allows it. */
  readonly startsFrozen: boolean
  /** Whether somebody may move or burn the token in anybody's account. */
  readonly hasPermanentDelegate: boolean
}

const tokenAccountLength = 165
const mintLength = 82
const clockLength = 40
/** Numbers of extensions, and where their values have what is read here. */
const extensionTypes = {
  defaultAccountState: 6,
  nonTransferable: 9,
  interestBearing: 10,
  permanentDelegate: 12,
  transferHook: 14,
  scaledUiAmount: 25,
  pausable: 26,
}
const frozenState = 2
const keyLength = 32
/** Token-2022 says of an account with extensions, after the length of a token account, what it is. */
const kinds = { mint: 1, account: 2 }

const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** Reads a token account, or answers `undefined` when the data is none. */
export function readTokenAccount(data: Uint8Array): TokenAccount | undefined {
  const plain = data.length === tokenAccountLength
  if (!plain && !(data.length > tokenAccountLength && data[tokenAccountLength] === kinds.account))
    return undefined
  const state = data[108]
  if (state !== 1 && state !== 2) return undefined
  const at = view(data)
  const keyAt = (position: number) => encodeBase58(data.slice(position, position + keyLength))
  /** A number before the key says whether there is one. */
  const optionalKeyAt = (position: number) =>
    at.getUint32(position, true) === 1 ? keyAt(position + 4) : undefined
  const delegate = optionalKeyAt(72)
  return {
    mint: keyAt(0),
    owner: keyAt(32),
    amount: at.getBigUint64(64, true),
    frozen: state === 2,
    delegate: delegate === undefined ? undefined : { address: delegate, amount: at.getBigUint64(121, true) },
    closeAuthority: optionalKeyAt(129),
  }
}

/** Reads a mint, or answers `undefined` when the data is none. */
export function readMint(data: Uint8Array): Mint | undefined {
  const plain = data.length === mintLength
  if (!plain && !(data.length > tokenAccountLength && data[tokenAccountLength] === kinds.mint))
    return undefined
  if (data[45] !== 1) return undefined
  const extensions = extensionsOf(data)
  const rules = rulesOf(extensions)
  const permanent = extensions.get(extensionTypes.permanentDelegate)
  return {
    decimals: data[44] as number,
    rules,
    scale: scaleOf(extensions),
    permanentDelegate:
      permanent && rules.hasPermanentDelegate ? encodeBase58(permanent.slice(0, keyLength)) : undefined,
  }
}

/** Reads the seconds of the clock, or answers `undefined` when the data is none. */
export function readClock(data: Uint8Array): bigint | undefined {
  return data.length === clockLength ? view(data).getBigInt64(32, true) : undefined
}

function scaleOf(extensions: ReadonlyMap<number, Uint8Array>): Scale | undefined {
  const scaled = extensions.get(extensionTypes.scaledUiAmount)
  if (scaled && scaled.length >= 56) {
    const at = view(scaled)
    return {
      kind: 'multiplier',
      multiplier: at.getFloat64(32, true),
      nextFrom: at.getBigInt64(40, true),
      next: at.getFloat64(48, true),
    }
  }
  const interest = extensions.get(extensionTypes.interestBearing)
  if (!interest || interest.length < 52) return undefined
  const at = view(interest)
  return {
    kind: 'interest',
    since: at.getBigInt64(32, true),
    rateBefore: at.getInt16(40, true),
    changedAt: at.getBigInt64(42, true),
    rate: at.getInt16(50, true),
  }
}

function rulesOf(extensions: ReadonlyMap<number, Uint8Array>): MintRules {
  const of = (name: keyof typeof extensionTypes) => extensions.get(extensionTypes[name])
  /** A key that is all zero is none. */
  const hasKey = (value: Uint8Array | undefined, at: number) =>
    value?.subarray(at, at + keyLength).some((byte) => byte !== 0) === true
  return {
    transferHook: hasKey(of('transferHook'), keyLength),
    isTransferable: of('nonTransferable') === undefined,
    isPaused: of('pausable')?.[keyLength] === 1,
    isPausable: hasKey(of('pausable'), 0),
    startsFrozen: of('defaultAccountState')?.[0] === frozenState,
    hasPermanentDelegate: hasKey(of('permanentDelegate'), 0),
  }
}

/** Extensions follow as type, length and value. */
function extensionsOf(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const at = view(data)
  const found = new Map<number, Uint8Array>()
  for (let position = tokenAccountLength + 1; position + 4 <= data.length; ) {
    const length = at.getUint16(position + 2, true)
    found.set(at.getUint16(position, true), data.subarray(position + 4, position + 4 + length))
    position += 4 + length
  }
  return found
}
