import { guard, storageKey } from '@latchkey/kernel/plugin'

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Swaps that the chain had not decided when they were last heard of. The code that takes them up checks each. */
export const pendingSwapsKey = storageKey('swap.pending', guard(isList))
