import type { NetworkId } from '@latchkey/kernel/plugin'
import { providerKey } from '@latchkey/kernel/contracts'

/** How a message is signed: BIP-137, the old recoverable signature, or BIP-322 in its simple form. */
export type MessageProtocol = 'ecdsa' | 'bip322'

/** One input of a PSBT that the wallet is to sign. */
export interface PsbtInput {
  readonly index: number
  /** The address whose key signs it. */
  readonly address: string
  /** Sighash type; default what the PSBT says, else ALL, or DEFAULT for taproot. */
  readonly sighash?: number
}

/**
 * What a Bitcoin wallet offers, one form for every protocol. A method that the wallet lacks is absent. A connector of
 * another kind (a pairing, an embedded wallet) brings an object of the same shape and gains every feature.
 *
 * Methods reject with a ConnectorError or RpcError; answers are the wallet's own words and are checked by who asks.
 */
export interface BitcoinWallet {
  readonly name: string
  /** The wallet's own object, for what this interface does not cover. */
  readonly provider: unknown
  /** Answers the signature as base64. */
  signMessage?(request: {
    readonly networkId: NetworkId
    readonly address: string
    readonly message: string | Uint8Array
    readonly protocol: MessageProtocol
  }): Promise<unknown>
  /** Takes and answers a PSBT as base64; the wallet neither finalises nor broadcasts. */
  signPsbt?(request: {
    readonly networkId: NetworkId
    readonly psbt: string
    readonly inputs: readonly PsbtInput[]
  }): Promise<unknown>
  /** Pays from the account and broadcasts; answers the transaction id. The wallet chooses coins and fee. */
  sendTransfer?(request: {
    readonly networkId: NetworkId
    readonly from: string
    readonly to: string
    /** Satoshis. */
    readonly amount: bigint
    /** Satoshis per virtual byte, for wallets that take a wish. */
    readonly feeRate?: number
  }): Promise<unknown>
}

/** Whether a value has a name, and only functions as methods. False for a value that throws when it's read. */
function isBitcoinWallet(value: unknown): value is BitcoinWallet {
  try {
    const { name, signMessage, signPsbt, sendTransfer } = value as BitcoinWallet
    return (
      typeof value === 'object' &&
      typeof name === 'string' &&
      [signMessage, signPsbt, sendTransfer].every((method) => /undefined|function/.test(typeof method))
    )
  } catch {
    return false
  }
}

/**
 * Types what a connection offers in the namespace `bip122`.
 *
 * @example
 * const wallet = session.provider(Bip122Provider)
 * await wallet?.signMessage?.({ networkId, address, message: 'Hello', protocol: 'bip322' })
 */
export const Bip122Provider = providerKey<BitcoinWallet>('bip122', isBitcoinWallet)
