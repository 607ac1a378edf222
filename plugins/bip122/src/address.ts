import { decodeBase58Check } from './base58check.js'
import { decodeSegwit } from './bech32.js'
import { isCurvePoint } from './isCurvePoint.js'

/** How coins of an address are spent. */
export type AddressKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** Networks that share one form of address: an address cannot tell testnet3, testnet4 and signet apart. */
export type AddressFamily = 'main' | 'test' | 'regtest'

export interface ParsedAddress {
  readonly kind: AddressKind
  /** Base58 addresses of test networks and of regtest look the same, so that there may be two. */
  readonly families: readonly AddressFamily[]
  /** The form to compare by: segregated witness addresses have no case, base58 ones do. */
  readonly normal: string
}

const base58Versions: Readonly<Record<number, readonly [AddressKind, ...AddressFamily[]]>> = {
  0: ['p2pkh', 'main'],
  5: ['p2sh', 'main'],
  111: ['p2pkh', 'test', 'regtest'],
  196: ['p2sh', 'test', 'regtest'],
}
const segwitFamilies = new Map<string, AddressFamily>([
  ['bc', 'main'],
  ['tb', 'test'],
  ['bcrt', 'regtest'],
])

/**
 * Reads an address of any Bitcoin network, checksum included; `undefined` when it is none. Witness versions without
 * rules yet are none: what is sent there, anybody may take. Nor are taproot addresses whose key is not on the curve: what
 * is sent there, nobody can spend.
 */
export function parseAddress(text: unknown): ParsedAddress | undefined {
  if (typeof text !== 'string') return undefined
  const segwit = decodeSegwit(text)
  if (segwit) {
    const { prefix, version, program } = segwit
    const family = segwitFamilies.get(prefix)
    const isLong = program.length === 32
    const isTaproot = version === 1 && isLong && isCurvePoint(program)
    const kind = version === 0 ? (isLong ? 'p2wsh' : 'p2wpkh') : isTaproot ? 'p2tr' : undefined
    return kind && family && { kind, families: [family], normal: text.toLowerCase() }
  }
  const payload = decodeBase58Check(text)
  const entry = payload?.length === 21 ? base58Versions[payload[0] as number] : undefined
  if (!entry) return undefined
  const [kind, ...families] = entry
  return { kind, families, normal: text }
}

/** Whether the text is an address of any Bitcoin network: P2PKH, P2SH, P2WPKH, P2WSH or P2TR. */
export function isAddress(value: string): boolean {
  return parseAddress(value) !== undefined
}

/** Whether both name one address. Case means nothing in bech32 and everything in base58. */
export function isSameAddress(left: string, right: string): boolean {
  const normal = parseAddress(left)?.normal
  return normal !== undefined && normal === parseAddress(right)?.normal
}
