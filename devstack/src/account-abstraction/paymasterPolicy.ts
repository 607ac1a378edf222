import type { Address } from 'viem'

/** How the paymaster service behaves from now on. */
export type PaymasterPolicy =
  /** Pays what it is asked to pay. */
  | { readonly kind: 'pays' }
  /** Takes the fee in a token: `rate` smallest units of it for 10¹⁸ wei. */
  | { readonly kind: 'takesToken'; readonly token: Address; readonly rate: bigint }
  /** Refuses at the first question, with this text. */
  | { readonly kind: 'refuses'; readonly message?: string }
  /** Agrees at `pm_getPaymasterStubData`, then refuses at `pm_getPaymasterData`. */
  | { readonly kind: 'stopsPaying' }
  /** Signs with a validity that has expired, so the entry point refuses the operation. */
  | { readonly kind: 'signsExpired' }
  /** Signs for another operation than the one it was asked about. */
  | { readonly kind: 'signsOther' }
  /** Overwrites these members in its answer to `pm_getPaymasterData`: another paymaster, other gas, no hex. */
  | { readonly kind: 'lies'; readonly members: Readonly<Record<string, unknown>> }
  /** Accepts connections and never answers. */
  | { readonly kind: 'hangs' }
