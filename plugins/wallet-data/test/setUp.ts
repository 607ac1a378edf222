// A kernel with a fake chain and this plugin, and what is used of it. Not published.
import { createKernel } from '@latchkey/kernel'
import type { LogService, NetworkId } from '@latchkey/kernel/plugin'
import { definePlugin, Log } from '@latchkey/kernel/plugin'
import { Activity, Collectibles, Holdings, Names, Prices } from '@latchkey/kernel/contracts'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import type { WalletDataOptions } from '../src/options.js'
import { walletData } from '../src/walletData.js'
import type { FakeChain } from './fakeChain.js'

export const networkId: NetworkId = 'test:1'
export const address = 'Anna'

/** A log that keeps what it is told. */
export function recordingLog(): LogService & { readonly lines: string[] } {
  const lines: string[] = []
  const write = (level: string) => (message: string) => void lines.push(`${level}: ${message}`)
  return { lines, error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
}

export function setUp(
  chain: FakeChain,
  options: WalletDataOptions = {},
  others: readonly Pick<FakeChain, 'plugin'>[] = [],
) {
  const clock = fakeClock()
  const log = recordingLog()
  const logging = definePlugin({
    id: 'test.log',
    kernel: '^1.0.0',
    provides: [Log],
    setup: (context) => context.provide(Log, () => log),
  })
  const plugins = [logging, chain.plugin, ...others.map(({ plugin }) => plugin), walletData(options)]
  const kernel = createKernel(plugins, { clock, storage: fakeStorage(), onPluginError: 'throw' })
  return {
    clock,
    log,
    kernel,
    holdings: kernel.get(Holdings),
    activity: kernel.get(Activity),
    names: kernel.get(Names),
    prices: kernel.get(Prices),
    collectibles: kernel.get(Collectibles),
  }
}
