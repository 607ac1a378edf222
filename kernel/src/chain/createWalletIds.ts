/** What a wallet says of itself on a page, where anyone can say anything. */
export interface WalletClaim {
  /** What the id begins with: the plugin's prefix and the claimed name, without `~`. */
  readonly prefix: string
  readonly name: string
  readonly icon?: string | undefined
  /** The wallet's own object. */
  readonly target: object
}

export interface WalletId {
  readonly id: string
  /**
   * False for a wallet that looks like another one of this page. It has a number behind its id, and may not be asked for
   * its accounts before the person presses it: only the person can know which of the two is theirs.
   */
  readonly isAlone: boolean
}

/**
 * The connector id of a wallet: its prefix, and a mark of its name and picture. It is the same after a reload, so that what
 * is stored of a wallet finds it again, and does not find one that only claims its name. The mark is no proof: a copy of
 * name and picture has the same one.
 */
export function markWallet({ prefix, name, icon }: Omit<WalletClaim, 'target'>): string {
  const look = `${name}\n${icon ?? ''}`
  // FNV-1a. A stronger hash would gain nothing: who wants the mark of another wallet copies its look.
  let mark = 0x811c9dc5
  for (let index = 0; index < look.length; index += 1) {
    mark = Math.imul(mark ^ look.charCodeAt(index), 0x01000193)
  }
  return `${prefix}~${(mark >>> 0).toString(36)}`
}

/**
 * Gives ids to the wallets of one page, in the order of the claims. Wallets that come together and look the same all get
 * numbers, from 2, and no later one gets the id without a number. Where one came first it keeps that id.
 *
 * A wallet that is told again with the same look keeps its id.
 */
export function createWalletIds(): (claims: readonly WalletClaim[]) => readonly WalletId[] {
  const looks = new Map<string, Map<object, WalletId>>()
  return (claims) => {
    const marked = claims.map((claim) => ({ base: markWallet(claim), target: claim.target }))
    return marked.map(({ base, target }) => {
      let look = looks.get(base)
      if (!look) {
        const isAlone = marked.every((other) => other.base !== base || other.target === target)
        // Where several came together, the id without a number is held by none of them.
        look = new Map([[isAlone ? target : looks, { id: base, isAlone }]])
        looks.set(base, look)
      }
      const named = look.get(target) ?? { id: `${base}.${look.size + 1}`, isAlone: false }
      look.set(target, named)
      return named
    })
  }
}
