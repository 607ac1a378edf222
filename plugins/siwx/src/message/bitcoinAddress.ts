import { sha256 } from '@noble/hashes/sha2.js'
import { base58check, bech32, bech32m } from '@scure/base'
import { concat } from './bytes.js'
import { isCurvePoint } from './isCurvePoint.js'

/** What a Bitcoin address pays to. */
export interface BitcoinAddress {
  readonly kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness'
  /** Hash or witness program. */
  readonly program: Uint8Array
  /** The output script. */
  readonly script: Uint8Array
  /** Networks whose addresses look like this. Test networks share their forms. */
  readonly network: 'mainnet' | 'testnet' | 'regtest'
}

const HRP = { bc: 'mainnet', tb: 'testnet', bcrt: 'regtest' } as const
const checked = base58check(sha256)

/**
 * Reads a base58 (P2PKH, P2SH) or bech32 (BIP-173, BIP-350) address. Undefined when it is none, and for a taproot output
 * whose key is no point of the curve (BIP-341): nobody can have its key.
 */
export function readBitcoinAddress(address: string): BitcoinAddress | undefined {
  return readSegwit(address) ?? readBase58(address)
}

function readBase58(address: string): BitcoinAddress | undefined {
  if (address.length > 40) return undefined
  let bytes: Uint8Array
  try {
    bytes = checked.decode(address)
  } catch {
    return undefined
  }
  if (bytes.length !== 21) return undefined
  const program = bytes.slice(1)
  const network = bytes[0] === 0x00 || bytes[0] === 0x05 ? 'mainnet' : 'testnet'
  if (bytes[0] === 0x00 || bytes[0] === 0x6f) {
    return { kind: 'p2pkh', program, script: p2pkhScript(program), network }
  }
  if (bytes[0] !== 0x05 && bytes[0] !== 0xc4) return undefined
  return { kind: 'p2sh', program, script: p2shScript(program), network }
}

function readSegwit(address: string): BitcoinAddress | undefined {
  if (address.length > 90) return undefined
  const text = address as `${string}1${string}`
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(text)
    const version = decoded?.words[0]
    if (!decoded || version === undefined || version > 16) continue
    if ((version === 0) !== (coder === bech32)) return undefined
    const program = coder.fromWordsUnsafe(decoded.words.slice(1))
    const network = HRP[decoded.prefix.toLowerCase() as keyof typeof HRP]
    if (!program || !network || program.length < 2 || program.length > 40) return undefined
    if (version === 0 && program.length !== 20 && program.length !== 32) return undefined
    const kind = kindOf(version, program)
    if (kind === 'p2tr' && !isCurvePoint(program)) return undefined
    const script = concat(Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length), program)
    return { kind, program, script, network }
  }
  return undefined
}

function kindOf(version: number, program: Uint8Array): BitcoinAddress['kind'] {
  if (version === 0) return program.length === 20 ? 'p2wpkh' : 'p2wsh'
  return version === 1 && program.length === 32 ? 'p2tr' : 'witness'
}

/** DUP HASH160 hash EQUALVERIFY CHECKSIG */
export function p2pkhScript(hash: Uint8Array): Uint8Array {
  return concat(Uint8Array.of(0x76, 0xa9, 0x14), hash, Uint8Array.of(0x88, 0xac))
}

/** HASH160 hash EQUAL */
export function p2shScript(hash: Uint8Array): Uint8Array {
  return concat(Uint8Array.of(0xa9, 0x14), hash, Uint8Array.of(0x87))
}
