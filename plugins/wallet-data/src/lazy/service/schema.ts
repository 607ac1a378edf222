import * as z from 'zod/mini'

/**
 * What the wallet-data contract answers (reference facts, sections 2.2 to 2.8). A list is read row by row, so that one
 * bad row costs itself; members that are not used are not looked at. All of it has a largest size, far above what an
 * honest service sends: what is larger is not read, so that no page hangs for it.
 */

const text = z.string().check(z.maxLength(4_096))
/** A link, or a picture that is embedded. */
const picture = z.string().check(z.maxLength(200_000))
/** A decimal: 78 digits before the point and 255 behind it, with room for its sign. */
const decimal = z.string().check(z.maxLength(340))
const list = <T extends z.ZodMiniType>(schema: T, longest = 10_000) =>
  z.array(schema).check(z.maxLength(longest))
const record = <T extends z.ZodMiniType>(schema: T) =>
  z.record(text, schema).check(z.refine((value) => Object.keys(value).length <= 1_000))
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

export const balances = z.object({ balances: list(z.unknown()) })

export const balanceRow = z.object({
  name: text,
  symbol: text,
  chainId: optional(text),
  address: optional(text),
  value: optional(z.number()),
  price: optional(z.number()),
  quantity: z.object({
    decimals: z.string().check(z.regex(/^\d{1,3}$/)),
    numeric: decimal,
    // Where a token multiplies what the chain moves: what that is. Not in every service.
    moved: optional(decimal),
  }),
  iconUrl: optional(picture),
})
export type BalanceRow = z.infer<typeof balanceRow>

export const history = z.object({
  data: list(z.unknown()),
  next: optional(text),
  gaps: optional(list(z.unknown(), 100)),
})

/** Transactions of a network that a service couldn't read. */
export const unreadGap = z.object({
  code: z.literal('TRANSACTIONS_UNREAD'),
  chain: text,
  count: z.number().check(z.int(), z.gte(1)),
})

const file = optional(z.object({ url: optional(picture) }))

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
  // `moved` as of a balance.
  quantity: z.object({ numeric: decimal, moved: optional(decimal) }),
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
    application: optional(z.object({ name: optional(text), iconUrl: optional(picture) })),
    chain: optional(text),
    fee: optional(decimal),
  }),
  transfers: optional(list(z.unknown())),
})
export type TransactionRow = z.infer<typeof transactionRow>

export const collectibles = z.object({ data: list(z.unknown()), next: optional(text) })

export const collectibleRow = z.object({
  chainId: optional(text),
  address: text,
  tokenId: text.check(z.regex(/^[0-9A-Za-z]{1,100}$/)),
  name: text,
  collection: optional(text),
  pictureUrl: optional(picture),
  count: text.check(z.regex(/^\d{1,78}$/)),
  isSpam: optional(z.boolean()),
})
export type CollectibleRow = z.infer<typeof collectibleRow>

export const prices = z.object({
  fungibles: list(z.object({ address: optional(text), price: optional(z.number()) })),
})

export const identity = z.object({ name: optional(text), avatar: optional(picture) })

const registeredName = z.object({
  name: text,
  addresses: record(z.object({ address: text })),
})

/** An unknown name is an empty list, a known one is an object; reverse look-ups are always lists. */
export const forwardName = z.union([registeredName, list(registeredName)])
export const reverseNames = list(z.object({ name: text }))

export const suggestions = z.object({
  suggestions: list(z.object({ name: text, registered: z.boolean() })),
})

export const supportedChains = z.object({ http: list(text) })

export const refusal = z.object({
  reasons: list(z.object({ field: optional(text), description: text })),
})

export const wallets = z.object({ data: list(z.unknown()), count: z.number().check(z.int(), z.gte(0)) })

export const walletRow = z.object({
  id: text,
  name: text,
  homepage: optional(text),
  image_id: optional(text),
  image_url: optional(z.union([text, record(picture)])),
  order: optional(z.number()),
  mobile_link: optional(text),
  desktop_link: optional(text),
  webapp_link: optional(text),
  app_store: optional(text),
  play_store: optional(text),
  chrome_store: optional(text),
  rdns: optional(text),
  chains: optional(list(text)),
  badge_type: optional(text),
  injected: optional(list(z.object({ namespace: text, injected_id: text }))),
})
export type WalletRow = z.infer<typeof walletRow>

/** What is read when only the status matters. */
export const anything = z.unknown()
