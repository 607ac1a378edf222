import type { WalletConnectClient } from './openClient.js'

/** What the library's engine waits with. Its version is pinned. */
interface Engine {
  readonly events: { emit(event: string, payload: unknown): boolean }
}

/**
 * Ends the library's wait for the answer to a request. Left alone, the library ends it after five minutes with a
 * rejection that nobody can handle.
 */
export function settleRequest(
  client: WalletConnectClient,
  id: number,
  error: { readonly code: number; readonly message: string },
): void {
  const { events } = client.engine as unknown as Engine
  events.emit(`session_request${id}`, { error })
}

/** Ends the library's wait for the answer to a proposal, for the same reason. */
export function settleProposal(client: WalletConnectClient, pairingTopic: string): void {
  for (const { id, pairingTopic: topic } of client.proposal.getAll()) {
    if (topic === pairingTopic) client.events.emit('proposal_expire', { id })
  }
  for (const { id, pairingTopic: topic } of client.auth.requests.getAll()) {
    if (topic === pairingTopic) settleRequest(client, id, { code: 0, message: 'The pairing was given up.' })
  }
}
