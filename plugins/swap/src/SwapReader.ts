import { extensionPoint, KernelError, type NamespaceId, type NetworkId } from '@latchkey/kernel/plugin'

/** What one call says that it does, by its own bytes. */
export type SwapReading =
  | {
      readonly kind: 'approval'
      /** Whose tokens are allowed, in the namespace's own form, like all addresses here. */
      readonly token: string
      readonly spender: string
      readonly amount: bigint
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
}

/** Reads calls of a namespace back, so that no source has to be believed. */
export interface SwapReaderContribution {
  readonly id: string
  readonly namespace: NamespaceId
  load(): Promise<SwapCallReader>
}

/**
 * The list of readers, at most one for each namespace. Where there is none, a swap is only offered when the chain can
 * simulate it.
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
