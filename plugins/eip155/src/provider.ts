import { providerKey } from '@latchkey/kernel/contracts'

/** What an EVM wallet offers: EIP-1193, with the emitter of EIP-2700 where it has one. */
export interface Eip1193Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
  /**
   * Whether the wallet signs a transaction with the nonce that it was asked for. Many choose one by themselves, and make a
   * second transaction where one was to be replaced. Default false.
   */
  readonly keepsNonce?: boolean
}

/** Whether a value can be asked as EIP-1193 says. Reading a hostile one may throw; the answer is then no. */
export function isEip1193Provider(value: unknown): value is Eip1193Provider {
  try {
    return typeof (value as Partial<Eip1193Provider> | null | undefined)?.request === 'function'
  } catch {
    return false
  }
}

/**
 * Types what a connection offers in the namespace `eip155`.
 *
 * @example
 * const provider = wallet.provider(Eip155Provider)
 * await provider?.request({ method: 'eth_chainId' })
 */
export const Eip155Provider = providerKey<Eip1193Provider>('eip155', isEip1193Provider)
