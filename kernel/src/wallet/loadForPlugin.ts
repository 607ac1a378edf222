import type { PluginContext } from '../engine/definePlugin.js'
import { lazy } from '../platform/lazy.js'

/**
 * Loads a plugin's code once, on first use, and disposes it with the plugin. After a failed load, the next call tries again.
 *
 * @param name Used in the error, such as 'Sending'.
 * @param start Loads the code and starts it. If the plugin ends meanwhile, the result is disposed at once.
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
