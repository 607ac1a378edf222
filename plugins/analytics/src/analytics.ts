import { Clock, definePlugin, Log, type Plugin } from '@latchkey/kernel/plugin'
import { Networks, Wallets } from '@latchkey/kernel/wallet'
import { AnalyticsSink } from '@latchkey/plugin-wallet-data'
import { type AnalyticsOptions, checkOptions } from './AnalyticsOptions.js'
import { Analytics } from './AnalyticsService.js'
import { createAnalytics } from './createAnalytics.js'

/**
 * Sends the events of the catalogue to whom the host names. Nothing is sent unless this plugin is listed, and nothing
 * before `enabled` says yes; only listed events and listed properties leave the page.
 *
 * @throws KernelError `ANALYTICS_OPTIONS_INVALID`
 * @example
 * createKernel([eip155({ networks }), analytics({ url: 'https://collector.example/e', enabled: () => consent.given })])
 */
export function analytics(options: AnalyticsOptions = {}): Plugin {
  checkOptions(options)
  return definePlugin({
    id: 'analytics',
    kernel: '^1.0.0',
    requires: { wallets: Wallets, networks: Networks, clock: Clock, log: Log },
    optional: { sink: AnalyticsSink },
    provides: [Analytics],
    setup(context, deps) {
      const { service, record, start } = createAnalytics(context, options, deps)
      context.onAny(record)
      context.provide(Analytics, () => service)
      return { start }
    },
  })
}
