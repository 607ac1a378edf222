import { keccak_256 } from '@noble/hashes/sha3.js'
import { concat, isEqualBytes, readHex, toHex } from '../../message/bytes.js'
import { isLowS, type Secp256k1Recover } from '../secp256k1Recover.js'

/** An unwrapped ERC-8010 signature: an authorization to give the account code (EIP-7702), how to set it up, and its own signature. */
export interface DelegatedSignature {
  readonly chainId: bigint
  /** The code that the account delegates to. */
  readonly delegation: Uint8Array
  readonly nonce: bigint
  /** The account's signature of the authorization. */
  readonly rs: Uint8Array
  readonly recovery: 0 | 1
  /** Called with `data` before the account is asked. */
  readonly to: Uint8Array
  readonly data: Uint8Array
  readonly signature: Uint8Array
}

const magic = new Uint8Array(32).map((_, index) => (index % 2 === 0 ? 0x80 : 0x10))
const word = 32
/** Words before the data: the authorization, the receiver, and where the data starts and how long it is. */
const headWords = 9

/** Whether the last 32 bytes are the mark of ERC-8010. */
export const isDelegatedSignature = (signature: Uint8Array): boolean =>
  signature.length > word && isEqualBytes(signature.subarray(-word), magic)

/**
 * Reads `signature ++ abi.encode((chainId, delegation, nonce, yParity, r, s), to, data) ++ length ++ mark`. Undefined when it's not
 * that.
 */
export function unwrapDelegated(wrapped: Uint8Array): DelegatedSignature | undefined {
  const body = wrapped.subarray(0, -word)
  const length = readNumber(body.subarray(-word))
  const rest = body.subarray(0, -word)
  if (length === undefined || length < headWords * word || length > rest.length) return undefined
  const suffix = rest.subarray(rest.length - length)
  const at = (index: number) => suffix.subarray(index * word, (index + 1) * word)
  const [recovery, offset, size] = [readNumber(at(3)), readNumber(at(7)), readNumber(at(8))]
  const [delegation, to] = [readAddress(at(1)), readAddress(at(6))]
  if ((recovery !== 0 && recovery !== 1) || offset !== 8 * word || size === undefined) return undefined
  if (!delegation || !to || headWords * word + size > suffix.length) return undefined
  return {
    ...{ chainId: toNumber(at(0)), delegation, nonce: toNumber(at(2)), recovery, to },
    rs: suffix.slice(4 * word, 6 * word),
    data: suffix.slice(headWords * word, headWords * word + size),
    signature: rest.slice(0, rest.length - length),
  }
}

/** Whether the account itself authorized the code, on this chain or on every one, and the authorization can still be used. */
export function isAuthorizedBy(
  { chainId, delegation, nonce, rs, recovery }: DelegatedSignature,
  account: string,
  on: { readonly chainId: bigint; readonly nonce: bigint },
  recover: Secp256k1Recover,
): boolean {
  if ((chainId !== 0n && chainId !== on.chainId) || nonce !== on.nonce || !isLowS(rs)) return false
  const fields = [trim(chainId), delegation, trim(nonce)].map((field) => encode(field, 0x80))
  // EIP-7702: keccak256(0x05 || rlp([chain_id, address, nonce]))
  const hash = keccak_256(concat(Uint8Array.of(0x05), encode(concat(...fields), 0xc0)))
  const key = recover(hash, rs, recovery)
  return key !== undefined && toHex(keccak_256(key.subarray(1)).subarray(12)) === account.toLowerCase()
}

/** The code of an account that delegates (EIP-7702). */
export const delegationCode = (delegation: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(0xef, 0x01, 0x00), delegation)

const toNumber = (bytes: Uint8Array): bigint => BigInt(toHex(bytes))

function readNumber(bytes: Uint8Array): number | undefined {
  const value = bytes.length === word ? toNumber(bytes) : undefined
  // no money: a length
  return value !== undefined && value < 2n ** 31n ? Number(value) : undefined
}

const readAddress = (bytes: Uint8Array): Uint8Array | undefined =>
  bytes.subarray(0, 12).every((byte) => byte === 0) ? bytes.slice(12) : undefined

/** Without leading zeros, as RLP has numbers. */
function trim(value: bigint): Uint8Array {
  const digits = value.toString(16)
  return value === 0n
    ? new Uint8Array()
    : (readHex(`0x${digits.length % 2 ? '0' : ''}${digits}`) as Uint8Array)
}

/** RLP of up to 255 bytes, as a text (`base` 0x80) or a list (0xc0). */
function encode(bytes: Uint8Array, base: 0x80 | 0xc0): Uint8Array {
  const [only = 0xff] = bytes
  if (base === 0x80 && bytes.length === 1 && only < 0x80) return bytes
  const head = bytes.length < 56 ? [base + bytes.length] : [base + 56, bytes.length]
  return concat(Uint8Array.from(head), bytes)
}
