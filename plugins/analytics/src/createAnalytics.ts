import {
  type AnyEvent,
  type Clock,
  Feature,
  lazy,
  type LogService,
  type PluginContext,
} from '@latchkey/kernel/plugin'
import type { NetworksService, WalletsService } from '@latchkey/kernel/wallet'
import type { AnalyticsSinkService } from '@latchkey/plugin-wallet-data'
import type { AnalyticsOptions } from './AnalyticsOptions.js'
import type { AnalyticsService } from './AnalyticsService.js'
import type { Recorder } from './lazy/createRecorder.js'
import type { Observation } from './Observation.js'

/** How many observations to keep until the sending code is loaded. */
const bufferLimit = 100
const noReceiver = 'analytics() has no "url", and no plugin provides AnalyticsSink: nothing is sent.'

export interface AnalyticsTools {
  readonly wallets: WalletsService
  readonly networks: NetworksService
  readonly clock: Clock
  readonly log: LogService
  readonly sink: AnalyticsSinkService | undefined
}

export interface RunningAnalytics {
  readonly service: AnalyticsService
  record(event: AnyEvent): void
  start(): void
}

/** Decides whether an event is kept at all; what may leave of it, and when, is decided by the code that is loaded then. */
export function createAnalytics(
  context: PluginContext,
  options: AnalyticsOptions,
  tools: AnalyticsTools,
): RunningAnalytics {
  const { clock, log, sink } = tools
  const { url, enabled = true } = options
  const hasReceiver = sink !== undefined || url !== undefined
  const { waiting, keep } = createObserver(context, tools)
  let recorder: Recorder | undefined
  let isOptedOut = false
  let isStarted = false

  const isAllowed = () => hasReceiver && !isOptedOut && !recorder?.refusal && isYes(enabled, log)
  const load = lazy('The code for analytics', async () => {
    const { createRecorder } = await import('./lazy/createRecorder.js')
    recorder ??= startRecorder(context, createRecorder({ options, sink, clock, log, isAllowed }))
    return recorder
  })

  function pass(): void {
    if (!isStarted || waiting.length === 0 || context.signal.aborted) return
    load().then(
      (loaded) => {
        for (const observation of waiting.splice(0)) if (isAllowed()) loaded.record(observation)
      },
      (error: unknown) => log.debug('Events wait until the code for analytics is there.', error),
    )
  }

  return {
    service: {
      get status() {
        return recorder?.refusal ? 'refused' : isAllowed() ? 'on' : 'off'
      },
      get error() {
        return recorder?.refusal
      },
      setOptOut(optOut) {
        isOptedOut = optOut
        if (!optOut) return
        waiting.length = 0
        recorder?.clear()
      },
      flush: async () => void (await recorder?.flush()),
    },
    record({ id, payload }) {
      if (context.signal.aborted || !isAllowed()) return
      keep(id, payload)
      pass()
    },
    start() {
      if (!hasReceiver) log.warn(noReceiver)
      isStarted = true
      pass()
      onLeave(context, () => void recorder?.flush(true))
    },
  }
}

function startRecorder(context: PluginContext, recorder: Recorder): Recorder {
  if (context.signal.aborted) recorder.dispose()
  else context.defer(recorder.dispose)
  return recorder
}

/** Keeps events until they're taken. An event that describes the host comes first. */
function createObserver(context: PluginContext, tools: AnalyticsTools) {
  const waiting: Observation[] = []
  let isFirst = true
  return {
    waiting,
    keep(id: string, payload: unknown): void {
      if (isFirst) waiting.push(observe('INITIALIZE', describeHost(context, tools.networks), tools))
      isFirst = false
      waiting.push(observe(id, payload, tools))
      if (waiting.length > bufferLimit) waiting.shift()
    },
  }
}

const describeHost = (context: PluginContext, networks: NetworksService) => ({
  networks: networks.list().map(({ id }) => id),
  features: context.list(Feature).map(({ id }) => id),
})

/** An event with what holds when it happens. */
function observe(id: string, payload: unknown, { wallets, networks, clock }: AnalyticsTools): Observation {
  const wallet = wallets.active()
  const account = wallet?.account
  return {
    id,
    payload,
    time: clock.now(),
    connected: account !== undefined,
    networkId: wallet?.networkId ?? networks.active()?.id,
    isSmartAccount: account?.kind === 'smartAccount',
    address: account?.address,
  }
}

/** Calls when the page is hidden or left: it may not come back. */
function onLeave(context: PluginContext, call: () => void): void {
  if (typeof document === 'undefined') return
  const hide = () => {
    if (document.visibilityState === 'hidden') call()
  }
  document.addEventListener('visibilitychange', hide)
  window.addEventListener('pagehide', call)
  context.defer(() => {
    document.removeEventListener('visibilitychange', hide)
    window.removeEventListener('pagehide', call)
  })
}

/** A question that throws is a no. */
function isYes(enabled: boolean | (() => boolean), log: LogService): boolean {
  if (typeof enabled === 'boolean') return enabled
  try {
    return enabled() === true
  } catch (error) {
    log.error('The "enabled" of analytics() threw, which counts as no.', error)
    return false
  }
}
