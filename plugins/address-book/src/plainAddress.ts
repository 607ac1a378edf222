import { visibleText } from '@latchkey/kernel/contracts'

/** A network's short name (ERC-3770), or its id (CAIP-2), with the colon after it. */
const prefix = /^(?:[a-z\d-]{1,32}:){1,2}(?=[^:]+$)/i

/**
 * Takes out of typed or pasted text all that can't be seen, and the network that some wallets copy before an address: a
 * name is kept for a kind of network, not for one of them.
 */
export const plainAddress = (text: string): string => visibleText(text).replace(prefix, '')
