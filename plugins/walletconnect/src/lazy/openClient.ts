import type { AppMetadata } from '@latchkey/kernel/plugin'
import { UniversalProvider } from '@walletconnect/universal-provider'
import type { WalletConnectOptions } from '../readOptions.js'
import { boundTransport, transportOf } from './boundTransport.js'
import type { Needs } from './createNeeds.js'
import { endOnce } from './endOnce.js'
import { handleChecks } from './handleChecks.js'
import { type Refusals, watchRefusals } from './watchRefusals.js'

/** The client library's session client. */
export type WalletConnectClient = Awaited<ReturnType<typeof UniversalProvider.init>>['client']

export interface OpenedClient {
  readonly client: WalletConnectClient
  readonly refusals: Refusals
  close(): Promise<void>
}

export async function openClient(
  { relayUrl, projectId, storage }: WalletConnectOptions,
  { name, description, url, icons }: AppMetadata,
  customStoragePrefix: string,
  needs: Needs,
): Promise<OpenedClient> {
  const provider = await UniversalProvider.init({
    ...(relayUrl === undefined ? {} : { relayUrl }),
    projectId: projectId ?? 'none',
    metadata: { name, description, url, icons: [...icons] },
    logger: 'silent',
    telemetryEnabled: false,
    disableProviderPing: true,
    customStoragePrefix,
    ...(storage ? { storage } : {}),
  })
  const { client } = provider
  forgetOnPage(customStoragePrefix)
  // It would open a hidden frame to its maker's host before each proposal and request, and wait for it.
  client.core.verify.register = async () => ''
  handleChecks(client.engine)
  handleChecks(client.core.pairing)
  endOnce(client)
  const refusals = watchRefusals(client, relayUrl)
  const closeTransport = boundTransport(transportOf(client), needs, () => refusals.blocked === undefined)
  return {
    client,
    refusals,
    async close() {
      refusals.stop()
      client.core.heartbeat.stop()
      await closeTransport()
    },
  }
}

/** The library would hand this client to the next kernel on the page, whose end would then be the end of both. */
function forgetOnPage(customStoragePrefix: string): void {
  for (const key of Object.keys(globalThis)) {
    if (key.startsWith('_walletConnectCore_') && key.includes(customStoragePrefix)) {
      Reflect.deleteProperty(globalThis, key)
    }
  }
}
