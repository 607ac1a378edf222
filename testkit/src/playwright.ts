import type { Page } from '@playwright/test'
import type { EvmTestWalletControl } from './evm/control.js'
import { defaults } from './evm/defaults.js'
import type { InjectedEvmTestWallet } from './evm/inject.js'
import { type EvaluateControl, evaluateControl, injectScript } from './wallet/injectedWallet.js'

export interface InstalledEvmTestWallet {
  readonly rdns: string
  readonly evaluate: EvaluateControl<EvmTestWalletControl>
}

/**
 * Puts a test wallet into every page that this tab opens from now on, as an extension would. Call it before
 * `page.goto`, once per wallet; each needs its own `rdns`.
 */
export async function installEvmTestWallet(
  page: Page,
  options: InjectedEvmTestWallet = {},
): Promise<InstalledEvmTestWallet> {
  const rdns = options.rdns ?? defaults.rdns
  const configuration = JSON.stringify(options)
  const prepare = `window.__latchkeyTestWallets = [...(window.__latchkeyTestWallets ?? []), ${configuration}];`
  await page.addInitScript({ content: `${prepare}\n${await evmScript()}` })
  return {
    rdns,
    evaluate: evaluateControl(() =>
      page.evaluateHandle((name) => {
        const wallet = window.latchkeyTestWallets?.[name]
        if (!wallet)
          throw new Error(`The test wallet ${name} is not on this page; install it before page.goto.`)
        return wallet.control
      }, rdns),
    ),
  }
}

/** It is the same for every page, so it is bundled once per process. */
const evmScript = once(() => injectScript('evm/inject'))

function once<value>(create: () => value): () => value {
  let made: { readonly value: value } | undefined
  return () => {
    made ??= { value: create() }
    return made.value
  }
}

export { type ControlOf, type InstalledTestWallet, installTestWallet } from './installTestWallet.js'
export type { EvaluateControl } from './wallet/injectedWallet.js'
export type { ConfiguredTestWallet } from './wallet/installConfigured.js'
