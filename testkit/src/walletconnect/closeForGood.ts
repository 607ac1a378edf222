import type { ICore } from '@walletconnect/types'

/**
 * Closes the socket and the timers of a client of the library. Left alone, it opens the socket again for whatever is
 * still under way, and without end when the relay is gone.
 */
export async function closeForGood(core: ICore): Promise<void> {
  core.heartbeat.stop()
  const relayer = core.relayer as unknown as {
    connect(): Promise<void>
    toEstablishConnection(): Promise<void>
  }
  const refuse = async () => {
    throw new Error('This WalletConnect client is closed.')
  }
  relayer.connect = refuse
  relayer.toEstablishConnection = refuse
  await core.relayer.transportClose()
}
