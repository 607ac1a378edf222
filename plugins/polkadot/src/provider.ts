import { providerKey } from '@latchkey/kernel/contracts'
import type { SignerPayloadJSON, SignerPayloadRaw } from '@polkadot/types/types'

/** An account as an injected wallet shows it: untrusted until read. */
export interface InjectedAccount {
  /** SS58, mostly with the general prefix 42. */
  readonly address: string
  readonly name?: string
  readonly type?: string
  /** Set when the account is meant for one chain only. */
  readonly genesisHash?: string | null
}

export interface InjectedSignature {
  readonly id: number
  readonly signature: `0x${string}`
  /** The whole signed extrinsic, when the wallet changed the payload, for example to add a metadata hash. */
  readonly signedTransaction?: `0x${string}` | Uint8Array
}

type Text<T> = T extends `0x${string}` ? string : T

/** A payload of @polkadot/api or of polkadot-api: both send the same members, and type the hex in them differently. */
export type InjectedPayload = {
  readonly [K in keyof SignerPayloadJSON]: K extends 'assetId' ? unknown : Text<SignerPayloadJSON[K]>
}

/**
 * The signer of an injected wallet, as the convention types it: it fits `Signer` of @polkadot/api and
 * `getPolkadotSignerFromPjs` of polkadot-api. Which methods it has is its own affair; ask before use. What it answers is
 * untrusted until read.
 */
export interface InjectedSigner {
  signRaw?(raw: SignerPayloadRaw): Promise<InjectedSignature>
  signPayload?(payload: InjectedPayload): Promise<InjectedSignature>
}

/**
 * What a Polkadot wallet offers: what `enable` of an injected wallet answers. A connector of another kind (a pairing, an
 * embedded wallet) brings an object of the same shape.
 */
export interface PolkadotWallet {
  readonly accounts: {
    get(anyType?: boolean): Promise<readonly InjectedAccount[]>
    subscribe?(listener: (accounts: readonly InjectedAccount[]) => void): () => void
  }
  readonly signer: InjectedSigner
  /** For people. */
  readonly name?: string
  /** The kind of key behind an address, where the wallet told it: `sr25519`, `ed25519`, `ecdsa`. */
  keyType?(address: string): string | undefined
}

/** Whether a value lists accounts, and has a signer with only functions as methods. False for a value that throws when read. */
function isPolkadotWallet(value: unknown): value is PolkadotWallet {
  try {
    const { accounts, signer } = value as PolkadotWallet
    return (
      typeof accounts.get === 'function' &&
      typeof signer === 'object' &&
      [signer.signRaw, signer.signPayload].every((method) => /undefined|function/.test(typeof method))
    )
  } catch {
    return false
  }
}

/**
 * Types what a connection offers in the namespace `polkadot`.
 *
 * @example
 * const wallet = session.provider(PolkadotProvider)
 * const { signature } = await wallet.signer.signRaw({ address, data: '0x…', type: 'bytes' })
 */
export const PolkadotProvider = providerKey<PolkadotWallet>('polkadot', isPolkadotWallet)
