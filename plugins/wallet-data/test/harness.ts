// What the suite runs on: a kernel with one chain and this plugin. Not published.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import type { Plugin } from '@latchkey/kernel/plugin'
import type { WalletDataOptions } from '../src/options.js'
import type { WalletDataFacts, WalletDataHarness } from '../src/testing/index.js'
import { Activity, Collectibles, Holdings, Names, Prices } from '@latchkey/kernel/contracts'
import { walletData } from '../src/walletData.js'

export function harnessOf(
  chain: Plugin,
  options: WalletDataOptions,
  facts: WalletDataFacts,
  counters: readonly { count(): number }[] | undefined = undefined,
): WalletDataHarness {
  const kernel = createKernel([chain, walletData(options)], {
    storage: memoryStorage(),
    logLevel: 'silent',
    onPluginError: 'throw',
  })
  return {
    facts,
    holdings: kernel.get(Holdings),
    activity: kernel.get(Activity),
    names: kernel.get(Names),
    prices: kernel.get(Prices),
    collectibles: kernel.get(Collectibles),
    ...(counters ? { requests: () => counters.reduce((sum, { count }) => sum + count(), 0) } : {}),
    stop: () => kernel.dispose(),
  }
}
