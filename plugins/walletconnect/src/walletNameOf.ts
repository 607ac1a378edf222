import { plainText } from '@latchkey/kernel/plugin'

/** What a wallet calls itself, from the metadata it sent, which may be anything. */
export function walletNameOf(metadata: unknown): string {
  const name = typeof metadata === 'object' && metadata !== null && 'name' in metadata ? metadata.name : ''
  return plainText(name, 60) || 'The wallet'
}
