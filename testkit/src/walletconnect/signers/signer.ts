import type * as z from 'zod/mini'
import { invalidParameters, WalletError } from '../walletError.js'

export interface SignRequest {
  /** CAIP-2, such as `eip155:1`. */
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

/** The keys of one namespace and the methods it signs with them. */
export interface Signer {
  /** CAIP-2 namespace, such as `eip155`. */
  readonly namespace: string
  /** CAIP-2 ids the wallet supports. */
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Addresses of every key as the chain writes them, main key first. */
  addresses(chainId: string): readonly string[]
  /** @throws WalletError what the wallet answers instead */
  sign(request: SignRequest): Promise<unknown>
}

export interface SignerOptions {
  /** Private keys of 32 bytes, main key first. */
  readonly keys: readonly Uint8Array[]
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  /** Node addresses by CAIP-2 id, for methods that send. They must be on the loopback interface. */
  readonly rpcUrls: Readonly<Record<string, string>>
  /** Whether EIP-5792 is spoken on EVM: `wallet_sendCalls`, its status and capabilities. Default false. */
  readonly walletCalls?: boolean | undefined
  /** Whether an app may add EVM networks (EIP-3085). Default false. */
  readonly addsNetworks?: boolean | undefined
}

export function parameters<T>(schema: z.ZodMiniType<T>, { method, params }: SignRequest): T {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw invalidParameters(method, parsed.error)
  return parsed.data
}

export function rpcUrlFor(rpcUrls: Readonly<Record<string, string>>, chainId: string): string {
  const url = rpcUrls[chainId]
  if (!url) throw new WalletError(-32603, `The wallet was given no node for "${chainId}".`)
  return url
}
