import type { Mailbox, StoredMessage } from './mailbox.js'
import { subscriptionId } from './relayDelivery.js'
import type { PublishParameters, RelayMethod, RelayParameters } from './relaySchema.js'
import type { RelaySocket } from './relaySocket.js'

/** What the methods need from the relay around them. */
export interface RelayRouting {
  readonly mailbox: Mailbox
  /** Counts the publish and pushes the message to every other subscriber of its topic. */
  publish(from: RelaySocket, message: PublishParameters): void
  subscribe(socket: RelaySocket, topic: string): void
  unsubscribe(socket: RelaySocket, topic: string): void
}

type RelayMethods = {
  readonly [method in RelayMethod]: (socket: RelaySocket, parameters: RelayParameters<method>) => unknown
}

/** The relay's JSON-RPC methods. Each returns the result; pushes they cause are sent after the answer. */
export function createRelayMethods({ mailbox, publish, subscribe, unsubscribe }: RelayRouting): RelayMethods {
  function subscribeTo(socket: RelaySocket, topic: string): string {
    subscribe(socket, topic)
    return subscriptionId(topic, socket.clientId)
  }

  function fetched(socket: RelaySocket, topics: readonly string[]) {
    const messages = topics.flatMap((topic) => mailbox.waiting(topic, socket.clientId).map(received))
    return { messages, hasMore: false }
  }

  return {
    irn_publish(socket, message) {
      publish(socket, message)
      return true
    },
    irn_batchPublish(socket, { messages }) {
      for (const message of messages) publish(socket, message)
      return true
    },
    irn_subscribe: (socket, { topic }) => subscribeTo(socket, topic),
    irn_batchSubscribe: (socket, { topics }) => topics.map((topic) => subscribeTo(socket, topic)),
    irn_unsubscribe(socket, { topic }) {
      unsubscribe(socket, topic)
      return true
    },
    irn_batchUnsubscribe(socket, { subscriptions }) {
      for (const { topic } of subscriptions) unsubscribe(socket, topic)
      return true
    },
    irn_fetchMessages: (socket, { topic }) => fetched(socket, [topic]),
    irn_batchFetchMessages: (socket, { topics }) => fetched(socket, topics),
    // The client leaves the subscription of these two to the relay.
    wc_proposeSession(socket, { pairingTopic, sessionProposal, ttl, attestation }) {
      subscribe(socket, pairingTopic)
      publish(socket, { topic: pairingTopic, message: sessionProposal, ttl, attestation, tag: 1100 })
      return true
    },
    wc_approveSession(socket, parameters) {
      const { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl } =
        parameters
      subscribe(socket, sessionTopic)
      publish(socket, { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: 1101 })
      publish(socket, { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: 1102 })
      return true
    },
  }
}

function received({ topic, message, publishedAt, tag, attestation }: StoredMessage) {
  return { topic, message, publishedAt, tag, attestation }
}
