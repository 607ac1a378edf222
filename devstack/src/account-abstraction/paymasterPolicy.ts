import type { Address } from 'viem'

/** What the paymaster service does from now on. */
export type PaymasterPolicy =
  /** Pays what it is asked to pay. */
  | { readonly kind: 'pays' }
  /** Takes the fee in a token, at so many smallest units of it for 10¹⁸ wei. */
  | { readonly kind: 'takesToken'; readonly token: Address; readonly rate: bigint }
  /** Refuses at the first question, with this text. */
  | { readonly kind: 'refuses'; readonly message?: string }
  /** Promises at `pm_getPaymasterStubData` and refuses at `pm_getPaymasterData`. */
  | { readonly kind: 'stopsPaying' }
  /** Signs what has expired, so that the entry point refuses the operation. */
  | { readonly kind: 'signsExpired' }
  /** Signs for another operation than the one it was asked about. */
  | { readonly kind: 'signsOther' }
  /** Lays these members over its answer to `pm_getPaymasterData`: another operation, another paymaster, other gas, no hex. */
  | { readonly kind: 'lies'; readonly members: Readonly<Record<string, unknown>> }
  /** Takes connections and never answers. */
  | { readonly kind: 'hangs' }
