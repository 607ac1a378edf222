import type { ActivityService, PricesService } from '@latchkey/kernel/contracts'
import type { FeatureServices } from '@latchkey/kernel/wallet'
import type { PluginContext } from '@latchkey/kernel/plugin'
import type { WritableState } from '../createState.js'
import { OnrampProvider, type OnrampProviderContribution } from '../OnrampProvider.js'

/** What every part of buying works with. */
export interface OnrampTools extends FeatureServices {
  readonly context: PluginContext
  readonly state: WritableState
  readonly activity: ActivityService | undefined
  readonly prices: PricesService | undefined
}

/** Providers that deliver on the network, in their order. */
export function providersFor(
  { context }: OnrampTools,
  networkId: string,
): readonly OnrampProviderContribution[] {
  return context
    .list(OnrampProvider)
    .filter((provider) => provider.supports(networkId as `${string}:${string}`))
    .sort((one, other) => (one.order ?? 100) - (other.order ?? 100))
}
