import type { MessageProfile } from '../message/MessageProfile.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import type { WorkBudget } from './createWorkBudget.js'
import type { Refusal } from './Refusal.js'

/** What a namespace verifier is asked: is this signature by this account over exactly these bytes? */
export interface SignatureRequest {
  /** The message, already parsed by the verifier's profile and bound to domain, chain, account and time. */
  readonly message: SiwxMessage
  /** The text as received. */
  readonly text: string
  /** UTF-8 of the text. */
  readonly bytes: Uint8Array
  /** Bytes, or the text encoding of the namespace. Hostile: any length, any content. */
  readonly signature: string | Uint8Array
  /** Signature type the caller states (`eip191`, `bip322`, …). A verifier may narrow to it, never widen. */
  readonly signatureType?: string
  /** Aborted when the caller stops waiting. */
  readonly signal?: AbortSignal
  /** Pay from it for work whose amount the signature decides. */
  readonly work: WorkBudget
}

/** The signature holds. `method` names how it was checked, such as `eip191` or `bip322-simple`. */
export interface SignatureAccepted {
  readonly ok: true
  readonly method: string
}

export type SignatureVerdict = SignatureAccepted | Refusal

/**
 * Checks the signatures of one namespace. Implement it to add a chain: give a profile (`referenceProfile`
 * when CAIP-122 has none) and a check that refuses by returning, and throws only for faults of its own.
 */
export interface NamespaceVerifier {
  readonly profile: MessageProfile
  verifySignature(request: SignatureRequest): SignatureVerdict | Promise<SignatureVerdict>
}
