import { ApiPromise, WsProvider } from '@polkadot/api'

type Provider = NonNullable<NonNullable<ConstructorParameters<typeof ApiPromise>[0]>['provider']>

/** Connects to a node, or fails at once instead of trying for ever. Disconnecting the api ends it. */
export async function connectApi(url: string): Promise<ApiPromise> {
  const provider = new WsProvider(url, false)
  try {
    await provider.connect()
    await provider.isReady
    return await ApiPromise.create({
      provider: provider as unknown as Provider,
      noInitWarn: true,
      throwOnConnect: true,
    })
  } catch (error) {
    await provider.disconnect()
    throw error
  }
}
