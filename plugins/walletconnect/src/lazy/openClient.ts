import type { AppMetadata } from '@latchkey/kernel/contracts'
import type { Clock } from '@latchkey/kernel/plugin'
import { UniversalProvider } from '@walletconnect/universal-provider'
import type { WalletConnectOptions } from '../readOptions.js'
import { boundTransport, transportOf } from './boundTransport.js'
import type { Needs } from './createNeeds.js'
import { endOnce } from './endOnce.js'
import { handleChecks } from './handleChecks.js'
import { hearSealed } from './hearSealed.js'
import type { PublishRefusals } from './repeatRefused.js'
import { type Refusals, watchRefusals } from './watchRefusals.js'

/** The client library's session client. */
export type WalletConnectClient = Awaited<ReturnType<typeof UniversalProvider.init>>['client']

export interface OpenedClient {
  readonly client: WalletConnectClient
  readonly refusals: Refusals
  readonly publishRefusals: PublishRefusals
  close(): Promise<void>
}

/** @param onDropped told of each message of the relay that nobody encrypted, with how many there were */
export async function openClient(
  { relayUrl, projectId, storage }: WalletConnectOptions,
  { name, description, url, icons }: AppMetadata,
  customStoragePrefix: string,
  needs: Needs,
  { clock, onDropped }: { readonly clock: Clock; readonly onDropped: (count: number) => void },
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
  const transport = boundTransport(transportOf(client), needs, {
    clock,
    mayDial: () => refusals.blocked === undefined,
    isSealed: hearSealed(client),
    onDropped,
  })
  return {
    client,
    refusals,
    publishRefusals: transport.publishRefusals,
    async close() {
      refusals.stop()
      client.core.heartbeat.stop()
      await transport.close()
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
