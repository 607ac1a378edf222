import { decodeHex } from '@latchkey/kernel/chain'
import type { Account } from '@latchkey/kernel/plugin'
import { type AddressKind, parseAddress } from '../../address.js'
import { type BitcoinNetwork, familyOf } from '../../networks.js'
import { accountMismatch } from '../addressErrors.js'
import { isSame } from '../psbtInputs.js'
import { parametersOf, payments, scriptOf } from '../sdk.js'
import { sendError } from './sendErrors.js'

/** What is needed to spend coins of an account. */
export interface PayingAccount {
  readonly address: string
  readonly kind: AddressKind
  readonly script: Uint8Array
  /** Of P2SH-P2WPKH (BIP-49). */
  readonly redeemScript?: Uint8Array
  /** Of a taproot key path (BIP-86). */
  readonly tapInternalKey?: Uint8Array
}

/**
 * @throws BaseError `SEND_FROM_ORDINALS`, `ACCOUNT_NETWORK_MISMATCH`, and `ACCOUNT_UNSUPPORTED` for addresses whose
 *   script is not known: P2WSH, and P2SH without the key that it wraps.
 */
export function payingAccount(account: Account, network: BitcoinNetwork): PayingAccount {
  if (account.kind === 'ordinals') throw sendError('SEND_FROM_ORDINALS')
  const { address, publicKey } = account
  const parsed = parseAddress(address)
  if (!parsed?.families.includes(familyOf(network))) throw accountMismatch()
  const { kind } = parsed
  const own = { address, kind, script: scriptOf(address, network) }
  const key = publicKey === undefined ? undefined : decodeHex(publicKey)
  if (kind === 'p2wsh') throw sendError('ACCOUNT_UNSUPPORTED', `Address kind: ${kind}`)
  if (kind === 'p2sh') {
    const redeemScript = key && nestedScript(key, own.script, network)
    if (!redeemScript)
      throw sendError('ACCOUNT_UNSUPPORTED', 'The wallet gave no key that this P2SH address wraps.')
    return { ...own, redeemScript }
  }
  if (kind !== 'p2tr' || !key) return own
  const internal = key.length === 32 ? key : key.slice(1, 33)
  const { output } = payments.p2tr({ internalPubkey: internal, network: parametersOf(network) })
  // Some wallets tell the key of the address itself, which is not the internal one.
  return output && isSame(output, own.script) ? { ...own, tapInternalKey: internal } : own
}

function nestedScript(key: Uint8Array, script: Uint8Array, network: BitcoinNetwork): Uint8Array | undefined {
  if (key.length !== 33) return undefined
  const parameters = { network: parametersOf(network) }
  const redeem = payments.p2wpkh({ pubkey: key, ...parameters })
  const { output } = payments.p2sh({ redeem, ...parameters })
  return output && isSame(output, script) ? redeem.output : undefined
}
