import { createInjectedWallet } from '@latchkey/kernel/chain'
import { isAddress } from './address.js'

/** The wallet's object on the page. Every answer is `unknown` until it's read. */
export interface __pascal__Wallet {
  /** Asks the person. Answers the addresses that the wallet shares. */
  connect(): Promise<unknown>
  /** The same without asking, and none before the person has agreed. */
  accounts(): Promise<unknown>
  /** @param message in hex */
  signMessage(request: { readonly address: string; readonly message: string }): Promise<unknown>
  send(payment: Payment): Promise<unknown>
  disconnect(): Promise<unknown>
  on(event: 'accounts', listener: () => void): void
  off(event: 'accounts', listener: () => void): void
}

export interface Payment {
  readonly networkId: string
  readonly from: string
  readonly to: string
  /** In the smallest unit, in decimal digits. */
  readonly amount: string
}

/** Speaks to the wallet for the connector and for each capability. */
export const wallet = createInjectedWallet<__pascal__Wallet>({
  namespace: '__id__',
  name: '__label__ wallet',
  methods: ['connect', 'accounts', 'signMessage', 'send', 'disconnect', 'on', 'off'],
  isAddress,
  connect: (provider) => provider.connect(),
  accounts: (provider) => provider.accounts(),
  watch(provider, changed) {
    provider.on('accounts', changed)
    return () => provider.off('accounts', changed)
  },
  disconnect: (provider) => provider.disconnect(),
})
