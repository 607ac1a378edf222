import type { Bound } from '@latchkey/kernel/wallet'
import {
  extensionPoint,
  KernelError,
  type NamespaceId,
  type NetworkId,
  type Token,
} from '@latchkey/kernel/plugin'

/** What one call says that it does, by its own bytes. */
export type SwapReading =
  | {
      readonly kind: 'approval'
      /** Whose tokens are allowed, in the namespace's own form, like all addresses here. */
      readonly token: string
      readonly spender: string
      readonly amount: bigint
      /** The spender is one that only passes on what the account tells it to, such as Permit2. */
      readonly isPassedOn?: boolean
      /** Who passes it on to the spender, in place of the token. */
      readonly through?: string
      /** Seconds since the epoch after which it is over. Absent where it has no end. */
      readonly deadline?: bigint
    }
  | {
      readonly kind: 'swap'
      /** The contract or program that is called. */
      readonly target: string
      /** Absent for the native coin. */
      readonly sell?: string
      /** Absent for the native coin. */
      readonly buy?: string
      readonly amount: bigint
      readonly minimum: bigint
      /** Who gets what is bought. */
      readonly receiver: string
      /** Seconds since the epoch after which the chain refuses it. Absent where the call has no end. */
      readonly deadline?: bigint
    }
  /**
   * Opens, fills or closes a place of the account's own on the way to the swap, and moves nothing to anybody else: a token
   * account, the wrapped coin.
   */
  | { readonly kind: 'preparation' }
  /** A call that the reader doesn't know. */
  | { readonly kind: 'unknown'; readonly target: string }

export interface SwapReadRequest {
  readonly networkId: NetworkId
  /** Whose calls they are, in the namespace's own form. */
  readonly account: string
  readonly calls: readonly unknown[]
}

export interface SwapDecimalsRequest {
  readonly networkId: NetworkId
  /** Addresses of tokens. */
  readonly tokens: readonly string[]
  readonly signal: AbortSignal
}

export interface SwapMessageRequest {
  readonly networkId: NetworkId
  /** Whose signature it is, in the namespace's own form. */
  readonly account: string
  /** What a source wants to be signed. */
  readonly message: unknown
}

/** Signatures that stand in for approvals. Make it with `swapSigning`, which types the signer. */
// biome-ignore lint/suspicious/noExplicitAny: capabilities are invariant, and any of them is meant.
export interface SwapSigning<Signer = any> {
  /** What the wallet signs with: all of the wallet that `sign` gets. */
  readonly capability: Token<Signer>
  /** What a signature would allow. Never throws: `undefined` for what it doesn't know to the last part. */
  read(request: SwapMessageRequest): Extract<SwapReading, { kind: 'approval' }> | undefined
  /** @throws ConnectorError `USER_REJECTED` when the person declines. */
  sign(signer: Bound<Signer>, message: unknown): Promise<string>
}

export interface SwapCallReader {
  /**
   * One reading for each call, in their order. Never throws: what it can't read is `unknown`, and so is a swap by a contract
   * that the reader doesn't know itself, because the bytes of a call say nothing of what a stranger's contract does.
   */
  read(request: SwapReadRequest): readonly SwapReading[]
  /**
   * The decimals that the network states for each token, in their order. A source that names others would have the person
   * type one amount and sell another. Without this, a swap is only offered when the chain can simulate it.
   */
  decimals?(request: SwapDecimalsRequest): Promise<readonly number[]>
  /** Without it, allowances are given by calls alone. */
  readonly signing?: SwapSigning
}

/** Reads calls of a namespace back, so that no source has to be believed. */
export interface SwapReaderContribution {
  readonly id: string
  readonly namespace: NamespaceId
  load(): Promise<SwapCallReader>
}

/**
 * The list of readers. Of several for one namespace, the first that knows every call of a swap is believed. Where there is
 * none, a swap is only offered when the chain can simulate it.
 */
export const SwapReader = extensionPoint<SwapReaderContribution>('latchkey.swap.reader/1', {
  check(reader) {
    const { id, namespace, load } = reader as Partial<SwapReaderContribution>
    if (typeof namespace === 'string' && typeof load === 'function') return
    throw new KernelError(`The reader of swaps "${id}" lacks a namespace or load().`, {
      code: 'CONTRIBUTION_INVALID',
    })
  },
})
