import type { Page } from '@playwright/test'
import type { MultichainTestWallet } from './multichain/createMultichainTestWallet.js'
import type { TestWalletControl } from './wallet/behaviour.js'
import { type EvaluateControl, evaluateControl, injectScript } from './wallet/injectedWallet.js'
import type { ConfiguredTestWallet } from './wallet/installConfigured.js'
import { walletIdentity } from './wallet/walletOptions.js'

/** What the control of each kind of wallet is. */
export type ControlOf<Configuration extends ConfiguredTestWallet> = Configuration extends {
  readonly kind: 'multichain'
}
  ? MultichainTestWallet['control']
  : TestWalletControl

export interface InstalledTestWallet<Control> {
  readonly id: string
  readonly evaluate: EvaluateControl<Control>
}

/**
 * Puts a Solana, Bitcoin, Polkadot or multichain test wallet into every page that this tab opens from now on, as
 * an extension would. Call it before `page.goto`, once per wallet; each needs its own `id` or name.
 */
export async function installTestWallet<const Configuration extends ConfiguredTestWallet>(
  page: Page,
  configuration: Configuration,
): Promise<InstalledTestWallet<ControlOf<Configuration>>> {
  const { id } = walletIdentity(configuration)
  const list = 'window.__latchkeyChainTestWallets'
  const prepare = `${list} = [...(${list} ?? []), ${JSON.stringify(configuration)}];`
  await page.addInitScript({ content: `${prepare}\n${await injectScript(`${configuration.kind}/inject`)}` })
  return {
    id,
    evaluate: evaluateControl(() =>
      page.evaluateHandle((name) => {
        const wallet = window.latchkeyChainTestWallets?.[name]
        if (!wallet)
          throw new Error(`The test wallet ${name} is not on this page; install it before page.goto.`)
        return wallet.control as ControlOf<Configuration>
      }, id),
    ),
  }
}
