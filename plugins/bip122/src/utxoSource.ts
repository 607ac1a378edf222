import type { FeeLevel } from '@latchkey/kernel/contracts'
import { type NetworkId, token } from '@latchkey/kernel/plugin'

/** One coin: an output that is not spent yet. */
export interface Utxo {
  /** Transaction id, 64 hex digits as explorers show it. */
  readonly transactionId: string
  readonly output: number
  /** Satoshis. */
  readonly value: bigint
  readonly confirmed: boolean
  /**
   * Whether the coin carries inscriptions or runes, which a payment would spend with it: where the source has an index of them.
   * Coins that do are never spent. Without it, coins of the usual postage are left alone, and the person is warned.
   */
  readonly carriesAssets?: boolean
}

interface Asked {
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

export interface TransactionStatus {
  /** `unknown`: not seen, neither in a block nor waiting for one. */
  readonly status: 'unknown' | 'pending' | 'confirmed'
  readonly blockHeight?: number
}

/** One end of a transaction: who paid or was paid, and how much. */
export interface TransactionEnd {
  /** Absent for scripts that have no address. */
  readonly address?: string
  /** Satoshis. */
  readonly value: bigint
}

/** A past transaction that an address took part in. */
export interface AddressTransaction {
  readonly transactionId: string
  readonly confirmed: boolean
  /** Milliseconds since the epoch, of the block. */
  readonly minedAt?: number
  /** Satoshis. */
  readonly fee: bigint
  /** The coins that were spent; none for a block's reward. */
  readonly inputs: readonly TransactionEnd[]
  readonly outputs: readonly TransactionEnd[]
}

export interface AddressTransactionPage {
  /** Newest first, those that wait for a block before all others. */
  readonly transactions: readonly AddressTransaction[]
  /** Given as `after`, it asks for older ones. Absent when there are none. */
  readonly next?: string
}

/**
 * What Bitcoin's features know of the chain. The default asks Esplora-style HTTP interfaces; give another one as
 * `bip122({ source })`, or provide this token from a plugin of your own.
 */
export interface UtxoSourceService {
  /** Coins of an address, those in the mempool included. @throws NetworkError when nothing answers. */
  utxos(request: Asked & { readonly address: string }): Promise<readonly Utxo[]>
  /** Satoshis of an address. `pending` is what waits in the mempool, not part of `confirmed`. */
  balance(request: Asked & { readonly address: string }): Promise<{ confirmed: bigint; pending: bigint }>
  /** Satoshis per virtual byte: slow within about a day, normal within the hour, fast in the next block. */
  feeRates(request: Asked): Promise<Readonly<Record<FeeLevel, number>>>
  status(request: Asked & { readonly transactionId: string }): Promise<TransactionStatus>
  /**
   * A transaction in its serialised form; the witness may be left out. What it says is checked against its id before
   * any of it is believed.
   */
  transaction(request: Asked & { readonly transactionId: string }): Promise<Uint8Array>
  /** The confirmed transaction that spent an output, if any: tells that another one took a transaction's place. */
  spender?(
    request: Asked & { readonly transactionId: string; readonly output: number },
  ): Promise<string | undefined>
  /** What an address took part in, page by page. Without this, there is no activity of Bitcoin. */
  history?(
    request: Asked & { readonly address: string; readonly after?: string | undefined },
  ): Promise<AddressTransactionPage>
  /**
   * Sends a signed transaction, as hex, and answers its id.
   * @throws NetworkError `TRANSACTION_REFUSED` with the node's reason when the network does not take it.
   */
  broadcast(request: Asked & { readonly transaction: string }): Promise<string>
}

export const UtxoSource = token<UtxoSourceService>('latchkey.bip122.utxoSource')
