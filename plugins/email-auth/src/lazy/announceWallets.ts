import type { HttpService } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type { AnnouncedLogin } from './announcedLogin.js'
import { announceProvider } from './announceProvider.js'
import { registerStandardWallet } from './registerStandardWallet.js'

export interface AnnounceWalletsOptions extends AnnouncedLogin {
  readonly http: HttpService
  readonly wallets: Pick<WalletsService, 'namespace'>
}

/** Announces the wallet by EIP-6963 where the app lists EVM networks, and by Wallet Standard where it lists Solana’s. */
export function announceWallets({ wallets, ...options }: AnnounceWalletsOptions): void {
  const networksOf = (namespace: string) => wallets.namespace(namespace)?.networks ?? []
  if (wallets.namespace('eip155')) {
    announceProvider({ ...options, firstNetwork: () => networksOf('eip155').find(({ closed }) => !closed) })
  }
  const chains = networksOf('solana').flatMap((network) => {
    const { walletStandardChain: chain } = network as { readonly walletStandardChain?: unknown }
    return typeof chain === 'string' ? [chain] : []
  })
  if (chains.length > 0) registerStandardWallet({ ...options, chains })
}
