import type { AddEthereumChainParameter, Address, Chain } from 'viem'
import type { Eip1193Provider } from '../provider.js'

/**
 * What wagmi hands to a connector and what it takes from one, as far as both are used here. Written down instead of
 * imported, so that the connector fits wagmi 2 and wagmi 3 and neither has to be installed.
 */
export interface WagmiConfig {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly emitter: {
    emit(
      event: 'connect' | 'change',
      data: { readonly accounts: readonly Address[]; readonly chainId: number },
    ): void
    emit(event: 'disconnect'): void
    listenerCount(event: 'change'): number
  }
}

export type LatchkeyConnector = {
  readonly id: string
  readonly name: string
  readonly icon?: string | undefined
  readonly type: string
  setup(): Promise<void>
  connect<WithCapabilities extends boolean = false>(
    parameters?:
      | {
          readonly chainId?: number | undefined
          readonly isReconnecting?: boolean | undefined
          readonly withCapabilities?: WithCapabilities | boolean | undefined
        }
      | undefined,
  ): Promise<{ readonly accounts: Accounts<WithCapabilities>; readonly chainId: number }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<Eip1193Provider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: {
    readonly addEthereumChainParameter?: Partial<Omit<AddEthereumChainParameter, 'chainId'>> | undefined
    readonly chainId: number
  }): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(error?: Error | undefined): void
}

export type Accounts<WithCapabilities> = WithCapabilities extends true
  ? readonly { readonly address: Address; readonly capabilities: Record<string, unknown> }[]
  : readonly Address[]
