import type { NetworkId, TokenReference } from '@latchkey/kernel/plugin'

export const commonTokens: Readonly<Record<NetworkId, readonly TokenReference[]>> = {}
