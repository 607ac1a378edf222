import type { BitcoinTestWalletOptions } from '../bitcoin/createBitcoinTestWallet.js'
import type { MultichainTestWalletOptions } from '../multichain/createMultichainTestWallet.js'
import type { PolkadotTestWalletOptions } from '../polkadot/createPolkadotTestWallet.js'
import type { SolanaTestWalletOptions } from '../solana/createSolanaTestWallet.js'
import type { TestWalletControl } from './behaviour.js'

/** What a test harness leaves on the page before an inject script runs. It is JSON. */
export type ConfiguredTestWallet =
  | ({ readonly kind: 'solana' } & SolanaTestWalletOptions)
  | ({
      readonly kind: 'bitcoin'
      /** Names below window for the UniSat-style object. @default none */
      readonly unisatNames?: readonly string[]
    } & BitcoinTestWalletOptions)
  | ({ readonly kind: 'polkadot' } & PolkadotTestWalletOptions)
  | ({ readonly kind: 'multichain' } & MultichainTestWalletOptions)

/** The part of a control that the wallets of all kinds have, one chain or several. */
export type AnyTestWalletControl = Pick<
  TestWalletControl,
  'setApproval' | 'rejectAll' | 'delay' | 'lock' | 'unlock' | 'disconnect' | 'disappear' | 'appear'
>

declare global {
  interface Window {
    /** Wallets to install; each inject script takes those of its kind. */
    __latchkeyChainTestWallets?: readonly ConfiguredTestWallet[]
    /** The installed wallets by id. */
    latchkeyChainTestWallets?: Record<string, { readonly control: AnyTestWalletControl }>
  }
}

/** Installs what the harness configured for one kind of wallet, and leaves the rest to other scripts. */
export function installConfigured<Kind extends ConfiguredTestWallet['kind']>(
  kind: Kind,
  install: (configuration: Extract<ConfiguredTestWallet, { readonly kind: Kind }>) => {
    readonly id: string
    readonly control: AnyTestWalletControl
  },
): void {
  const configured = window.__latchkeyChainTestWallets ?? []
  const own = configured.filter(
    (one): one is Extract<ConfiguredTestWallet, { readonly kind: Kind }> => one.kind === kind,
  )
  window.__latchkeyChainTestWallets = configured.filter((one) => one.kind !== kind)
  for (const configuration of own) {
    const wallet = install(configuration)
    window.latchkeyChainTestWallets = { ...window.latchkeyChainTestWallets, [wallet.id]: wallet }
  }
}
