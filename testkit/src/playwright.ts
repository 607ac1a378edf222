import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import type { EvmTestWalletControl } from './evm/control.js'
import { defaults } from './evm/defaults.js'
import type { InjectedEvmTestWallet } from './evm/inject.js'

export interface InstalledEvmTestWallet {
  readonly rdns: string
  /**
   * Runs a function in the page with the wallet's control and one serialisable argument. The page must have
   * been loaded after the wallet was installed.
   */
  evaluate<argument, value>(
    action: (control: EvmTestWalletControl, argument: argument) => value | Promise<value>,
    argument: argument,
  ): Promise<value>
  evaluate<value>(action: (control: EvmTestWalletControl) => value | Promise<value>): Promise<value>
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
  await page.addInitScript({ content: `${prepare}\n${await injectScript()}` })
  return {
    rdns,
    async evaluate(action: (control: EvmTestWalletControl, argument: never) => unknown, argument?: unknown) {
      const control = await page.evaluateHandle((name) => {
        const wallet = window.latchkeyTestWallets?.[name]
        if (!wallet)
          throw new Error(`The test wallet ${name} is not on this page; install it before page.goto.`)
        return wallet.control
      }, rdns)
      try {
        return (await control.evaluate(
          action as (control: EvmTestWalletControl) => unknown,
          argument,
        )) as never
      } finally {
        await control.dispose()
      }
    },
  }
}

/** The inject entry as one script. It is the same for every page, so it is bundled once per process. */
const injectScript = once(async () => {
  const file = import.meta.url.endsWith('.ts') ? './evm/inject.ts' : './evm/inject.js'
  const result = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
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
})

function once<value>(create: () => value): () => value {
  let made: { readonly value: value } | undefined
  return () => {
    made ??= { value: create() }
    return made.value
  }
}

export { type ControlOf, type InstalledTestWallet, installTestWallet } from './installTestWallet.js'
export type { ConfiguredTestWallet } from './wallet/installConfigured.js'
