import { ApiPromise, WsProvider } from '@polkadot/api'

type Provider = NonNullable<NonNullable<ConstructorParameters<typeof ApiPromise>[0]>['provider']>

/** Connects to a node, or fails at once instead of trying for ever. Disconnecting the api ends it. */
export async function connectApi(url: string): Promise<ApiPromise> {
  const provider = new WsProvider(url, false)
  try {
    await connected(provider, url)
    return await ApiPromise.create({
      // The declaration of the class misses its own interface by an optional member.
      provider: provider as Provider,
      noInitWarn: true,
      throwOnConnect: true,
    })
  } catch (error) {
    await provider.disconnect()
    throw error
  }
}

/** The provider's own promise stays open for ever when nobody listens at the address. */
function connected(provider: WsProvider, url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`Nobody answered at ${url}.`))
    provider.on('error', fail)
    provider.on('disconnected', fail)
    provider.isReady.then(resolve, reject)
    provider.connect().catch(reject)
  })
}
