import type { AccountId } from '@latchkey/kernel/contracts'
import { type NetworkId, token } from '@latchkey/kernel/plugin'
import type { Cacao } from '../message/cacao.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'

/** One sign-in: what was asked, the text that was signed, and the proof. */
export interface SiwxSession {
  /** CAIP-10 id, with the network that was signed for. */
  readonly accountId: AccountId
  readonly data: SiwxMessage
  /** The text that was signed. */
  readonly message: string
  /** In the encoding of the namespace: 0x-hex on EVM and Polkadot, base58 on Solana, base64 on Bitcoin. */
  readonly signature: string
  /** `eip191`, `ed25519`, `bip322-simple` … as the wallet's plugin says. */
  readonly signatureType?: string
  /** The CAIP-74 object the signature came in, when it did. */
  readonly cacao?: Cacao
}

/** An account that is signed in, as a storage knows it. */
export interface SiwxSessionRecord {
  /** CAIP-10 id, with the network that was signed for. */
  readonly accountId: AccountId
  /** RFC 3339 date-time from which the session no longer holds. Absent: until signed out. */
  readonly expirationTime?: string
  /** The whole sign-in, where the storage is the page. */
  readonly session?: SiwxSession
}

/**
 * Where sign-ins are kept and judged. Two are built in: the page (default) and a backend (`backend`). A host gives
 * its own as `storage`, or a plugin provides it behind the token {@link SiwxStorage}.
 */
export interface SiwxStorageService {
  /** The next nonce, from the server that verifies it. Default: the crypto generator of the page. */
  nonce?(): Promise<string>
  /** Replaces the CAIP-122 text. The default text is built by the profile of the namespace. */
  createMessage?(data: SiwxMessage): Promise<string>
  /** Whether accounts of the network sign in at all. Default: all do. */
  covers?(networkId: NetworkId): boolean
  /** What is signed in now. An answer that is no promise counts before the next paint. */
  list(): readonly SiwxSessionRecord[] | Promise<readonly SiwxSessionRecord[]>
  /**
   * Keeps new sign-ins, all or none. One element, or several that came of one approval.
   * @throws when the sign-in is refused; a person reads the error's `shortMessage`.
   */
  add(sessions: readonly SiwxSession[]): Promise<void>
  /** Ends sessions by CAIP-10 id, or all. May end more than asked, as a backend with one session does. */
  remove(accountIds?: readonly AccountId[]): Promise<void>
  /** Tells when another tab changed what `list` answers. */
  watch?(listener: () => void): () => void
}

export const SiwxStorage = token<SiwxStorageService>('latchkey.siwxStorage')
