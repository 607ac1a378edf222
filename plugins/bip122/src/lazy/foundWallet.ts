import { plainText } from '@latchkey/kernel/plugin'

/** How a wallet is spoken to. Which adapter is loaded for it depends on this alone. */
export type WalletDialect = 'standard' | 'request' | 'unisat'

/** A wallet of the page, its facts read once and made safe to show. */
export interface FoundWallet {
  /** What the connector's id is made of: the same after a reload. */
  readonly slug: string
  readonly name: string
  /** A `data:` picture, for `<img>` only. */
  readonly icon?: string
  readonly group: 'announced' | 'injected'
  readonly dialect: WalletDialect
  /** The wallet's own object. Two findings of one object are one wallet. */
  readonly target: object
}

/** Characters of a data URI. */
const iconLength = 131_072
const iconPattern = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i

/** Facts that are safe to show, or `undefined` without a name. */
export function describeWallet(
  name: unknown,
  icon: unknown,
  rest: Pick<FoundWallet, 'group' | 'dialect' | 'target'>,
): FoundWallet | undefined {
  const shown = plainText(name)
  if (!shown) return undefined
  // A shipped wallet names a type that no browser knows.
  const mended =
    typeof icon === 'string' ? icon.replace(/^data:image\/svg(?=[;,])/i, 'data:image/svg+xml') : ''
  const safe = mended.length <= iconLength && iconPattern.test(mended)
  return { slug: slugOf(shown), name: shown, ...(safe ? { icon: mended } : {}), ...rest }
}

/** 'Xverse Wallet' and 'Xverse' are one wallet, announced by two protocols. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug.replace(/-(?:wallet|app)$/, '') || 'unnamed'
}

/** How an object wants to be spoken to, by what it can do; `undefined` when it is no wallet. Never throws. */
export function dialectOf(target: unknown): WalletDialect | undefined {
  try {
    const wallet = target as Record<string, unknown> | null | undefined
    const can = (method: string) => typeof wallet?.[method] === 'function'
    if (can('requestAccounts')) return can('signPsbt') ? 'unisat' : undefined
    return can('request') ? 'request' : undefined
  } catch {
    return undefined
  }
}
