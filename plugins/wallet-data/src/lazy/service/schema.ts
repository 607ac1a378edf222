import * as z from 'zod/mini'

/**
 * What the wallet-data contract answers (reference facts, sections 2.2 to 2.8). A list is read row by row, so that one
 * bad row costs itself; members that are not used are not looked at.
 */

const text = z.string()
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

export const balances = z.object({ balances: z.array(z.unknown()) })

export const balanceRow = z.object({
  name: text,
  symbol: text,
  chainId: optional(text),
  address: optional(text),
  value: optional(z.number()),
  price: optional(z.number()),
  quantity: z.object({ decimals: z.string().check(z.regex(/^\d{1,3}$/)), numeric: text }),
  iconUrl: optional(text),
})
export type BalanceRow = z.infer<typeof balanceRow>

export const history = z.object({ data: z.array(z.unknown()), next: optional(text) })

const file = optional(z.object({ url: optional(text) }))

export const transferRow = z.object({
  fungible_info: optional(
    z.object({
      name: optional(text),
      symbol: optional(text),
      icon: file,
      // Not in every service: how the amount is written exactly, and which asset it is.
      address: optional(text),
      decimals: optional(z.number().check(z.int(), z.gte(0), z.lte(255))),
    }),
  ),
  nft_info: optional(
    z.object({
      name: optional(text),
      content: optional(z.object({ preview: file, detail: file })),
      flags: optional(z.object({ is_spam: optional(z.boolean()) })),
      address: optional(text),
      token_id: optional(text),
    }),
  ),
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.object({ numeric: text }),
  sender: optional(text),
  recipient: optional(text),
})
export type TransferRow = z.infer<typeof transferRow>

export const transactionRow = z.object({
  id: text,
  metadata: z.object({
    operationType: text,
    hash: text,
    minedAt: text,
    sentFrom: optional(text),
    sentTo: optional(text),
    status: text,
    application: optional(z.object({ name: optional(text), iconUrl: optional(text) })),
    chain: optional(text),
    fee: optional(text),
  }),
  transfers: optional(z.array(z.unknown())),
})
export type TransactionRow = z.infer<typeof transactionRow>

export const collectibles = z.object({ data: z.array(z.unknown()), next: optional(text) })

export const collectibleRow = z.object({
  chainId: optional(text),
  address: text,
  tokenId: text.check(z.regex(/^[0-9A-Za-z]{1,100}$/)),
  name: text,
  collection: optional(text),
  pictureUrl: optional(text),
  count: text.check(z.regex(/^\d{1,78}$/)),
  isSpam: optional(z.boolean()),
})
export type CollectibleRow = z.infer<typeof collectibleRow>

export const prices = z.object({
  fungibles: z.array(z.object({ address: optional(text), price: optional(z.number()) })),
})

export const identity = z.object({ name: optional(text), avatar: optional(text) })

const registeredName = z.object({
  name: text,
  addresses: z.record(text, z.object({ address: text })),
})

/** An unknown name is an empty list, a known one is an object; reverse look-ups are always lists. */
export const forwardName = z.union([registeredName, z.array(registeredName)])
export const reverseNames = z.array(z.object({ name: text }))

export const suggestions = z.object({
  suggestions: z.array(z.object({ name: text, registered: z.boolean() })),
})

export const supportedChains = z.object({ http: z.array(text) })

export const refusal = z.object({
  reasons: z.array(z.object({ field: optional(text), description: text })),
})

export const wallets = z.object({ data: z.array(z.unknown()), count: z.number().check(z.int(), z.gte(0)) })

export const walletRow = z.object({
  id: text,
  name: text,
  homepage: optional(text),
  image_id: optional(text),
  image_url: optional(z.union([text, z.record(text, text)])),
  order: optional(z.number()),
  mobile_link: optional(text),
  desktop_link: optional(text),
  webapp_link: optional(text),
  app_store: optional(text),
  play_store: optional(text),
  chrome_store: optional(text),
  rdns: optional(text),
  chains: optional(z.array(text)),
  badge_type: optional(text),
  injected: optional(z.array(z.object({ namespace: text, injected_id: text }))),
})
export type WalletRow = z.infer<typeof walletRow>

/** What is read when only the status matters. */
export const anything = z.unknown()
