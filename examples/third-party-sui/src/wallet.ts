import { createInjectedWallet } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { isSuiAddress } from './address.js'

/** The questions to a wallet. Every answer is `unknown` until it's read. */
export interface SuiWallet {
  connect(): Promise<unknown>
  /** The same without asking the person. */
  accounts(): Promise<unknown>
  watch(changed: () => void): () => void
  disconnect(): Promise<unknown>
  signMessage(address: string, message: Uint8Array): Promise<unknown>
  /** @param transaction the SDK's JSON of a transaction that leaves nothing open */
  signTransaction(address: string, networkId: NetworkId, transaction: string): Promise<unknown>
}

/** Speaks to wallets for the connector and for each capability. */
export const suiWallet = createInjectedWallet<SuiWallet>({
  namespace: 'sui',
  name: 'Sui wallet',
  methods: ['connect', 'accounts', 'watch', 'disconnect', 'signMessage', 'signTransaction'],
  isAddress: isSuiAddress,
  connect: (wallet) => wallet.connect(),
  accounts: (wallet) => wallet.accounts(),
  watch: (wallet, changed) => wallet.watch(changed),
  disconnect: (wallet) => wallet.disconnect(),
})
