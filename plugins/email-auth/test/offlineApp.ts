// What an app is made of in a browser test: the frame of another origin, and chains whose nodes aren't there. Not published.
import { eip155 } from '../../eip155/src/index.js'

/** The test server under its other name. */
export const frameOrigin = location.origin.replace('127.0.0.1', 'localhost')
export const frameUrl = `${frameOrigin}/plugins/email-auth/test/frame/index.html`

export const chainOf = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

export const offlineEvm = (...ids: readonly number[]) =>
  eip155({ networks: ids.map(chainOf), discovery: false, injected: false })
