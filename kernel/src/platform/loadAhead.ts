import { lazy } from './lazy.js'

/**
 * Like {@link lazy}, but a browser begins to load as soon as this is called: for code that a plugin's `start` waits for. It's
 * then there, or on its way, while the page still draws for the first time. On a server nothing is loaded before the first
 * call. A load that fails is left to the first call that needs it.
 *
 * @param name Said in the error: 'The list of EVM wallets'.
 * @throws BaseError `LOAD_FAILED` when the module cannot be loaded, for example because the page is offline.
 *
 * @example
 * setup(context) {
 *   const discovery = loadAhead('The list of my wallets', () => import('./lazy/startDiscovery.js'))
 *   return { start: async () => (await discovery()).startDiscovery(context) }
 * }
 */
export function loadAhead<T>(name: string, load: () => Promise<T>): () => Promise<T> {
  const get = lazy(name, load)
  if (typeof document !== 'undefined') get().catch(() => {})
  return get
}
