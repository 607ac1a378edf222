import { createEvmTestWallet, type EvmTestWallet, type EvmTestWalletOptions } from './createEvmTestWallet.js'

/** What a test harness leaves on the page before this script runs. It is JSON. */
export interface InjectedEvmTestWallet extends Omit<EvmTestWalletOptions, 'storage'> {
  /** @default true */
  readonly announce?: boolean
  /** @default false */
  readonly windowEthereum?: boolean
}

declare global {
  interface Window {
    /** Wallets to install; emptied when they are. */
    __latchkeyTestWallets?: readonly InjectedEvmTestWallet[]
    /** The installed wallets by rdns. */
    latchkeyTestWallets?: Record<string, Pick<EvmTestWallet, 'info' | 'provider' | 'control'>>
  }
}

const configured = window.__latchkeyTestWallets ?? []
window.__latchkeyTestWallets = []
window.latchkeyTestWallets ??= {}
for (const { announce = true, windowEthereum = false, ...options } of configured) {
  const wallet = createEvmTestWallet(options)
  window.latchkeyTestWallets[wallet.info.rdns] = wallet
  if (windowEthereum) wallet.injectAsWindowEthereum()
  if (announce) wallet.announce()
}
