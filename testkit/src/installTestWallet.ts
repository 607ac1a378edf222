import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import type { MultichainTestWallet } from './multichain/createMultichainTestWallet.js'
import type { TestWalletControl } from './wallet/behaviour.js'
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
  /**
   * Runs a function in the page with the wallet's control and one serialisable argument. The page must have
   * been loaded after the wallet was installed.
   */
  evaluate<argument, value>(
    action: (control: Control, argument: argument) => value | Promise<value>,
    argument: argument,
  ): Promise<value>
  evaluate<value>(action: (control: Control) => value | Promise<value>): Promise<value>
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
  await page.addInitScript({ content: `${prepare}\n${await injectScript(configuration.kind)}` })
  return {
    id,
    async evaluate(action: (control: never, argument: never) => unknown, argument?: unknown) {
      const handle = await page.evaluateHandle((name) => {
        const wallet = window.latchkeyChainTestWallets?.[name]
        if (!wallet)
          throw new Error(`The test wallet ${name} is not on this page; install it before page.goto.`)
        return wallet.control
      }, id)
      try {
        return (await handle.evaluate(
          action as (control: unknown, argument: unknown) => unknown,
          argument,
        )) as never
      } finally {
        await handle.dispose()
      }
    },
  }
}

/** The inject entry of one kind as one script. */
async function injectScript(kind: ConfiguredTestWallet['kind']): Promise<string> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const result = await build({
    entryPoints: [fileURLToPath(new URL(`./${kind}/inject.${extension}`, import.meta.url))],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    write: false,
  })
  const [output] = result.outputFiles
  if (!output) throw new Error('Bundling the test wallet gave no output.')
  return output.text
}
