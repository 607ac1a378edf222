import type { PreparedReplacement } from '@latchkey/kernel/contracts'
import type { Danger } from '@latchkey/kernel/transaction'

/** Lists what the person has to accept before a wallet is asked: one that may choose another nonce makes a second transaction. */
export function replacementDangers({
  way,
  isCertain,
  notices,
}: Pick<PreparedReplacement, 'way' | 'isCertain' | 'notices'>): readonly Danger[] {
  return isCertain ? [] : [{ subject: `nonce ${way} ${nonceOf({ notices })}` }]
}

/** Returns the nonce that the wallet has to show. Empty where nobody says it. */
export function nonceOf({ notices }: Pick<PreparedReplacement, 'notices'>): string {
  const nonce = notices.map(({ parameters }) => parameters?.['nonce']).find((one) => one !== undefined)
  return String(nonce ?? '')
}
