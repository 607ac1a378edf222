import type { PluginContext } from '../engine/definePlugin.js'
import { lazy } from '../platform/lazy.js'

/**
 * Shares one load of what a plugin does once it is used, and disposes it with the plugin. A failed load is forgotten, so that
 * the next call tries again.
 *
 * @param name Said in the error: 'Sending'.
 * @param start Loads the code and starts it. What it returns is disposed at once when the plugin ended meanwhile.
 * @throws BaseError `LOAD_FAILED` when `start` fails, for example because the page is offline.
 *
 * @example
 * const load = loadForPlugin(context, 'Sending', async () => {
 *   const { startSender } = await import('./lazy/startSender.js')
 *   return startSender(context, state, deps)
 * })
 */
export function loadForPlugin<T extends { dispose(): void }>(
  context: Pick<PluginContext, 'signal' | 'defer'>,
  name: string,
  start: () => Promise<T>,
): () => Promise<T> {
  let started: T | undefined
  context.defer(() => started?.dispose())
  return lazy(name, async () => {
    const loaded = await start()
    if (context.signal.aborted) loaded.dispose()
    else started = loaded
    return loaded
  })
}
