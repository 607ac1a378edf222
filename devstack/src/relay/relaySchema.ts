import * as z from 'zod/mini'

/** Thirty days in seconds: the longest a message may wait (an active pairing lives that long). */
const longestTtl = 2_592_000

const topic = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const message = z.string().check(z.minLength(1))
const ttl = z.number().check(z.int(), z.minimum(1), z.maximum(longestTtl))
const tag = z._default(z.number().check(z.int(), z.nonnegative()), 0)
const attestation = z.optional(z.nullable(z.string()))

const publish = z.object({ topic, message, ttl, tag, attestation })
const subscription = z.object({ topic, id: z.optional(z.string()) })

/** Parameters by method: the relay's JSON-RPC of the WalletConnect v2 specifications. */
export const relayParameters = {
  irn_publish: publish,
  irn_batchPublish: z.object({ messages: z.array(publish).check(z.minLength(1)) }),
  irn_subscribe: z.object({ topic }),
  irn_batchSubscribe: z.object({ topics: z.array(topic) }),
  irn_unsubscribe: subscription,
  irn_batchUnsubscribe: z.object({ subscriptions: z.array(subscription) }),
  irn_fetchMessages: z.object({ topic }),
  irn_batchFetchMessages: z.object({ topics: z.array(topic) }),
  wc_proposeSession: z.object({ pairingTopic: topic, sessionProposal: message, ttl, attestation }),
  wc_approveSession: z.object({
    sessionTopic: topic,
    pairingTopic: topic,
    sessionProposalResponse: message,
    sessionSettlementRequest: message,
    ttl,
  }),
} as const

export type RelayMethod = keyof typeof relayParameters
export type RelayParameters<method extends RelayMethod> = z.infer<(typeof relayParameters)[method]>
export type PublishParameters = z.infer<typeof publish>

const id = z.union([z.number(), z.string()])

/** A call to the relay, or a client's answer to a push. */
export const relayFrame = z.union([
  z.object({ id, jsonrpc: z.literal('2.0'), method: z.string(), params: z.unknown() }),
  z.object({ id, jsonrpc: z.literal('2.0'), result: z.unknown() }),
  z.object({ id, jsonrpc: z.literal('2.0'), error: z.unknown() }),
])
