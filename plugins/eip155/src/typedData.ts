import { type Account, type NetworkId, token } from '@latchkey/kernel/plugin'
import type { SignedMessage } from '@latchkey/kernel/contracts'

/** Domain of EIP-712. Only members that are present are signed. */
export interface TypedDataDomain {
  readonly name?: string
  readonly version?: string
  /** Must be the chain that is signed for, or wallets refuse. */
  readonly chainId?: number | bigint | string
  readonly verifyingContract?: string
  /** 32 bytes of hex. */
  readonly salt?: string
}

/** Structured data as EIP-712 defines it. Integers above 2^53 are given as bigint or decimal text. */
export interface TypedData {
  readonly domain: TypedDataDomain
  /** Struct types. `EIP712Domain` may be left out: it follows from the domain. */
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

export interface SignTypedDataRequest {
  readonly account: Account
  readonly networkId: NetworkId
  /** What `Connection.provider('eip155')` answered. */
  readonly provider: unknown
  readonly typedData: TypedData
}

/** Asks the wallet to sign structured data (EIP-712, `eth_signTypedData_v4`). */
export interface SignTypedDataCapability {
  /**
   * The signature's type is `eip712`.
   * @throws ConnectorError `TYPED_DATA_INVALID` before the wallet is asked; `USER_REJECTED` when the person declines.
   */
  sign(request: SignTypedDataRequest): Promise<SignedMessage>
}

/**
 * Capability of the namespace `eip155`.
 *
 * @example
 * const signed = await wallet.use(SignTypedData)?.sign({ typedData })
 */
export const SignTypedData = token<SignTypedDataCapability>('latchkey.capability.signTypedData/1')
