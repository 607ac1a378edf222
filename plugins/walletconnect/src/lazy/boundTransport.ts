import type { WalletConnectClient } from './openClient.js'

/** The part of the library's relay transport that is kept within bounds here. Its version is pinned. */
export interface RelayTransport {
  connect(relayUrl?: string): Promise<void>
  toEstablishConnection(): Promise<void>
  transportClose(): Promise<void>
}

/**
 * Keeps the library's transport from connecting without end. While the relay cannot be reached, each failed attempt of
 * the library resubscribes, which asks for a connection, which is one more attempt: as fast as the machine can. And a
 * closed transport opens itself again for whatever was still under way. Here attempts that overlap are one, and a closed
 * transport stays closed.
 *
 * @returns closes for good: what is still asked of the relay is refused
 */
export function boundTransport(transport: RelayTransport): () => Promise<void> {
  const connect = transport.connect.bind(transport)
  const establish = transport.toEstablishConnection.bind(transport)
  let attempt: Promise<void> | undefined
  let isClosed = false

  const refuseWhenClosed = () => {
    if (isClosed) throw new Error('The WalletConnect client is closed.')
  }

  transport.connect = async (relayUrl) => {
    refuseWhenClosed()
    attempt ??= connect(relayUrl).finally(() => {
      attempt = undefined
    })
    return attempt
  }
  transport.toEstablishConnection = async () => {
    refuseWhenClosed()
    await establish()
    refuseWhenClosed()
  }

  return async () => {
    isClosed = true
    await transport.transportClose()
    // A socket that was being opened is not known to the library before it is open.
    await attempt?.catch(() => undefined)
    if (attempt === undefined) await transport.transportClose()
  }
}

export function transportOf(client: WalletConnectClient): RelayTransport {
  return client.core.relayer as unknown as RelayTransport
}
